// The C library, for every file of this module. The one place where it matters which system this is.
#if canImport(Darwin)
@_exported import Darwin
#else
@_exported import Glibc
#endif

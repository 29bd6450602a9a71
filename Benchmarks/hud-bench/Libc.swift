// The C library, for every file of the tool.
#if canImport(Darwin)
@_exported import Darwin
#else
@_exported import Glibc
#endif

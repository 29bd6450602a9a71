// Imports the C library for every file of this module, so that only this file depends on the platform.
#if canImport(Darwin)
@_exported import Darwin
#else
@_exported import Glibc
#endif

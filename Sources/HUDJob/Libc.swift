// Imports the C library for every file of this module, so that only this file depends on the platform.
#if canImport(Darwin)
@_exported import Darwin
#elseif canImport(Musl)
@_exported import Musl
#else
@_exported import Glibc
#endif

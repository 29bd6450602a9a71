// The C library, for every file of the command. The one place where it matters which system this is.
#if canImport(Darwin)
@_exported import Darwin
#else
@_exported import Glibc
#endif

/// Calls whose names are taken by our own in the places that need them.
enum Libc {
    static func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
        Darwin.write(descriptor, bytes, count)
        #else
        Glibc.write(descriptor, bytes, count)
        #endif
    }

    static func close(_ descriptor: Int32) {
        #if canImport(Darwin)
        _ = Darwin.close(descriptor)
        #else
        _ = Glibc.close(descriptor)
        #endif
    }

    static func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
        Darwin.read(descriptor, bytes, count)
        #else
        Glibc.read(descriptor, bytes, count)
        #endif
    }
}

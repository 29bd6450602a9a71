import Dispatch
import HUDLibc

/// Input of the probe.
enum Files {
    /// The bytes of a file; empty if it does not exist.
    static func bytes(of path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &block, block.count)
            if count <= 0 { return bytes }
            bytes += block.prefix(count)
        }
    }

    /// Returns when the FIFO at `path` has been opened for writing.
    static func wait(at path: String) {
        while true {
            let descriptor = open(path, O_RDONLY)
            if descriptor >= 0 {
                close(descriptor)
                return
            }
            // Interrupted by a signal, for example that of a continuation.
            if errno != EINTR { return }
        }
    }
}

/// Runs `body` on `count` threads concurrently, and waits until all of them are done.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for thread in 0..<count {
        // One queue per thread, because a concurrent queue has only as many threads as there are cores.
        DispatchQueue(label: "thread \(thread)").async(group: group) { body(thread) }
    }
    group.wait()
}

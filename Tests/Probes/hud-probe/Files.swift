import Dispatch

/// What the probe reads.
enum Files {
    /// A file's bytes; none where there is no such file.
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

    /// Returns when somebody has opened the FIFO at `path` to write.
    static func wait(at path: String) {
        while true {
            let descriptor = open(path, O_RDONLY)
            if descriptor >= 0 {
                close(descriptor)
                return
            }
            // A signal, such as that of a stop that is over.
            if errno != EINTR { return }
        }
    }
}

/// Runs `body` on `count` threads at once, and returns when all are done.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for thread in 0..<count {
        // A queue of its own each: a concurrent one would have as many threads as there are cores.
        DispatchQueue(label: "thread \(thread)").async(group: group) { body(thread) }
    }
    group.wait()
}

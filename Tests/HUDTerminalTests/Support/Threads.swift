import Dispatch

/// Runs `body` on `count` threads at once, and returns when all are done.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for thread in 0..<count {
        // A queue of its own each: a concurrent one would have as many threads as there are cores.
        DispatchQueue(label: "thread \(thread)").async(group: group) { body(thread) }
    }
    group.wait()
}

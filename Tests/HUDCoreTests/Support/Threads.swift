import Dispatch

/// Runs `body` on `count` threads concurrently, and waits until all of them are done.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for thread in 0..<count {
        // One queue per thread, because a concurrent queue has only as many threads as there are cores.
        DispatchQueue(label: "thread \(thread)").async(group: group) { body(thread) }
    }
    group.wait()
}

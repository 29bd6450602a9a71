import Dispatch
import HUDCore
import HUDTerminal
import Synchronization

/// What the scopes, the loops and the trees of the library cost.
func benchmarkLibrary() {
    benchmarkNodes()
    benchmarkReading()
    benchmarkScopes()
    benchmarkLoops()
    benchmarkThreads()
}

/// A leaf `depth` levels below a root, and the nodes above it, which must be kept.
private func chain(_ depth: Int) -> [ProgressNode] {
    var nodes = [ProgressNode(totalCount: 1)]
    for _ in 1..<depth { nodes.append(nodes[nodes.count - 1].subprogress(assigningCount: 1).start(totalCount: 1 << 40)) }
    return nodes
}

private func benchmarkNodes() {
    let operations = 20_000_000
    let bare = BareAtomic()
    let chains = [3, 10].map(chain)
    let leaves = chains.map { $0[$0.count - 1] }
    let times = Measure.nanoseconds(
        operations: operations,
        [
            { for _ in 0..<operations { bare.value.wrappingAdd(1, ordering: .relaxed) } },
            { [leaf = leaves[0]] in for _ in 0..<operations { leaf.complete() } },
            { [leaf = leaves[1]] in for _ in 0..<operations { leaf.complete() } }
        ])
    for (depth, time) in zip([3, 10], times.dropFirst()) {
        report("complete, depth \(depth)", time, "ns", beside: ("bare atomic add", times[0]))
    }
}

private func benchmarkReading() {
    let root = ProgressNode(totalCount: 5000)
    let parts = (0..<5000).map { _ in root.subprogress(assigningCount: 1).start(totalCount: 10) }
    for part in parts { part.complete() }
    let array = (0..<5000).map { _ in BareAtomic() }
    let rounds = 50
    let times = Measure.nanoseconds(
        operations: rounds,
        [
            { for _ in 0..<rounds { precondition(root.fractionCompleted > 0.09) } },
            {
                for _ in 0..<rounds {
                    var sum = 0
                    for atomic in array { sum += atomic.value.load(ordering: .relaxed) }
                    precondition(sum == 0)
                }
            }
        ])
    report("read a tree of 5,000 nodes", times[0] / 1000, "µs", beside: ("the sum of 5,000 atomics", times[1] / 1000))
    withExtendedLifetime(parts) {}
}

private func benchmarkScopes() {
    let operations = 20_000
    let renderer = NullRenderer()
    let times = Measure.nanoseconds(
        operations: operations,
        [
            { for _ in 0..<operations { withHUD("Installing", renderer: renderer) { _ in } } },
            { for _ in 0..<operations { withHUD("Installing", total: 3) { _ in } } },
            { for _ in 0..<operations { _ = ProgressNode(label: "Installing", totalCount: 3) } }
        ])
    report("withHUD, empty body", times[0] / 1000, "µs")
    report("withHUD, empty body, automatic renderer", times[1] / 1000, "µs")
    report("make and release a node", times[2] / 1000, "µs")
}

private func benchmarkLoops() {
    let count = 10_000_000
    let sum = BareAtomic()
    let renderer = AutomaticRenderer(style: .off)
    let times = Measure.nanoseconds(
        operations: count,
        [
            {
                var total = 0
                for element in 0..<count { total = total &* 31 &+ element }
                sum.value.store(total, ordering: .relaxed)
            },
            {
                var total = 0
                for element in (0..<count).tracked("Adding", renderer: renderer) { total = total &* 31 &+ element }
                sum.value.store(total, ordering: .relaxed)
            },
            // The compiler turns the loop above into one over vectors, which no loop that counts its elements can be.
            {
                var total = 0
                for element in 0..<count { total = (total ^ element) &* 31 }
                sum.value.store(total, ordering: .relaxed)
            },
            {
                var total = 0
                for element in (0..<count).tracked("Adding", renderer: renderer) { total = (total ^ element) &* 31 }
                sum.value.store(total, ordering: .relaxed)
            }
        ])
    report("tracked loop over integers, an element", times[1], "ns", beside: ("the loop alone, in vectors", times[0]))
    report("tracked loop of single steps, an element", times[3], "ns", beside: ("the loop alone", times[2]))
}

/// 16 threads that count 100 million units, with a HUD that draws on a pseudo-terminal and without one.
private func benchmarkThreads() {
    let (threads, each) = (16, 6_250_000)
    guard let terminal = PseudoTerminal() else { return }
    let drawn = HUD(label: "Counting", renderer: InlineRenderer(fileDescriptor: terminal.terminal))
    drawn.work.totalCount = threads * each * 10
    let alone = ProgressNode(totalCount: threads * each * 10)
    drawn.show()
    let times = Measure.nanoseconds(
        rounds: 5, operations: threads * each,
        [
            {
                DispatchQueue.concurrentPerform(iterations: threads) { _ in for _ in 0..<each { alone.complete() } }
            },
            { [work = drawn.work] in
                DispatchQueue.concurrentPerform(iterations: threads) { _ in for _ in 0..<each { work.complete() } }
                _ = terminal.drain()
            }
        ])
    drawn.hide(animated: false)
    report("16 threads count, drawn", times[1], "ns", beside: ("not drawn", times[0]))
}

import HUDCore
import HUDReports
import HUDTerminal

/// Measures what a message of zig's progress protocol costs: found in what the pipe has given, and summed up for the HUD.
func benchmarkZigMessages() {
    measureZigMessages("of 127 nodes", tree(127))
    measureZigMessages("of 10 nodes", tree(10))
}

/// A tree as of `zig build`: a root with a total, steps below it, and work below the steps.
private func tree(_ count: Int) -> [ZigProgressMessage.Node] {
    let root = ZigProgressMessage.Node(name: "steps", completed: 3, total: 200, parent: nil)
    return [root]
        + (1..<count).map { (index: Int) in
            ZigProgressMessage.Node(
                name: "compile exe number \(index) Debug native", completed: UInt32(index), total: 300,
                parent: index % 4 == 1 ? 0 : index - 1)
        }
}

private func measureZigMessages(_ name: String, _ nodes: [ZigProgressMessage.Node]) {
    let operations = 2000
    // The counts differ, so that each message says something else.
    let messages = (0..<16).map { number in
        var nodes = nodes
        nodes[0].completed = UInt32(number)
        return ZigProgressMessage(nodes, format: .names120).bytes
    }
    var reader = ZigProgressReader()
    var copy = [UInt8](repeating: 0, count: messages[0].count)
    let times = Measure.nanoseconds(
        operations: operations,
        [
            {
                var sum = 0
                for operation in 0..<operations {
                    messages[operation % messages.count].withUnsafeBytes { _ = reader.feed($0) }
                    guard let message = reader.message else { preconditionFailure("no message") }
                    sum += ZigProgressSummary(message).runningCount
                }
                precondition(sum > 0)
            },
            {
                for operation in 0..<operations {
                    messages[operation % messages.count].withUnsafeBytes { bytes in
                        copy.withUnsafeMutableBytes { $0.copyMemory(from: bytes) }
                    }
                }
                precondition(copy[0] > 0)
            }
        ])
    report("zig message \(name)", times[0] / 1000, "µs", beside: ("a copy of its bytes", times[1] / 1000))
}

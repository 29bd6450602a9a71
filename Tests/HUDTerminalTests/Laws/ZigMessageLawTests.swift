import SeededRandom
import Testing

@testable import HUDReports
@testable import HUDTerminal

/// Laws of zig's progress protocol: any tree comes back from its bytes, and any bytes give a tree or nothing, whatever the pieces they come in.
@Suite struct ZigMessageLawTests {
    typealias Format = ZigProgressMessage.Format
    typealias Node = ZigProgressMessage.Node

    /// A random tree, in which a parent can come after its parts, as in zig's own messages.
    private func tree(_ format: Format, upTo limit: Int, _ random: inout SeededGenerator) -> [Node] {
        let count = random.int(1...limit)
        let order = [0] + (1..<max(1, count)).shuffled(using: &random)
        var nodes = (0..<count).map { _ in
            let length = random.int(0...format.nameLength / 4)
            let name = String((0..<length).map { _ in random.pick(["a", "Z", "é", "字", "😀", " "]) })
            return Node(
                name: name, completed: UInt32.random(in: 0...(.max), using: &random),
                total: UInt32.random(in: 0...300, using: &random), parent: nil)
        }
        for place in 1..<max(1, count) { nodes[order[place]].parent = order[random.int(0..<place)] }
        return nodes
    }

    private func stream(_ format: Format, _ random: inout SeededGenerator) -> [ZigProgressMessage] {
        (0..<random.int(1...5)).map { _ in
            ZigProgressMessage(
                tree(format, upTo: random.bool() ? 4 : format.nodeLimit, &random), format: format)
        }
    }

    /// The last message in bytes that come in pieces.
    private func last(in bytes: some Collection<UInt8>, piece: () -> Int) -> ZigProgressMessage? {
        var reader = ZigProgressReader()
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = max(1, piece())
            rest.prefix(count).withUnsafeBytes { _ = reader.feed($0) }
            rest = rest.dropFirst(count)
        }
        return reader.message
    }

    @Test(arguments: Format.allCases)
    func `What is encoded is decoded`(_ format: Format) {
        var random = SeededGenerator(stream: 81)
        for _ in 0..<100 {
            let nodes = tree(format, upTo: format.nodeLimit, &random)
            let message = ZigProgressMessage(nodes, format: format)
            #expect(message.nodes == nodes, "seed \(SeededGenerator.seed)")
            #expect(ZigProgressMessage(message.bytes, format: format) == message)
            #expect(message.bytes.count == 1 + nodes.count * (9 + format.nameLength))
        }
    }

    /// The bytes are those that zig 0.15 writes on a little-endian machine.
    @Test func `A message has these bytes`() {
        let nodes = [Node(name: "ab", completed: 1, total: 0x0102_0304, parent: nil), Node(name: "c", parent: 0)]
        let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
        #expect(
            ZigProgressMessage(nodes, format: .names40).bytes
                == [2, 1, 0, 0, 0, 4, 3, 2, 1, 0x61, 0x62] + zeros(38) + zeros(8) + [0x63] + zeros(39) + [255, 0])
    }

    @Test func `What does not fit is left out`() {
        let long = Node(name: String(repeating: "é", count: 50), completed: 1, total: .max, parent: nil)
        let nodes = [long] + (0..<200).map { (index: Int) in Node(name: "a\0b", parent: index) }
        let message = ZigProgressMessage(nodes, format: .names40)
        #expect(message.count == 83)
        #expect(message.name(of: 0) == String(repeating: "é", count: 20) && message.total(of: 0) == .max - 1)
        #expect(message.name(of: 1) == "a")
        #expect(ZigProgressMessage([], format: .names120).nodes == [Node(name: "", parent: nil)])
    }

    @Test func `The counts of a child that has reported nothing are not shown`() {
        var bytes = ZigProgressMessage([Node(name: "run", completed: 7, total: 1, parent: nil)], format: .names120).bytes
        bytes.replaceSubrange(5..<9, with: [255, 255, 255, 255])
        #expect(ZigProgressMessage(bytes, format: .names120)?.nodes == [Node(name: "run", parent: nil)])
    }

    @Test(arguments: Format.allCases)
    func `The last message is found, whatever the pieces`(_ format: Format) {
        var random = SeededGenerator(stream: 82)
        for _ in 0..<40 {
            let messages = stream(format, &random)
            let bytes = messages.flatMap(\.bytes)
            for size in [1, 50, 4096, Int.max] { #expect(last(in: bytes, piece: { size }) == messages.last) }
            #expect(last(in: bytes, piece: { random.int(1...500) }) == messages.last)
            #expect(last(in: bytes.dropLast(), piece: { .max }) == messages.dropLast().last, "seed \(SeededGenerator.seed)")
        }
    }

    /// A node has a parent that is a node, or none; the root has none; and the way up from any node ends.
    private func expectTree(_ message: ZigProgressMessage) {
        let parents = message.nodes.map(\.parent)
        #expect(parents[0] == nil && parents.allSatisfy { $0.map(parents.indices.contains) != false })
        for node in parents.indices {
            var steps = 0
            var next = parents[node]
            while let parent = next, steps <= parents.count {
                steps += 1
                next = parents[parent]
            }
            #expect(steps < parents.count, "the way up from \(node) does not end; seed \(SeededGenerator.seed)")
        }
        let summary = ZigProgressSummary(message)
        #expect(summary.runningCount < message.count && summary.running.count <= 3)
    }

    @Test func `Random and changed bytes give a tree or nothing`() {
        var random = SeededGenerator(stream: 87)
        for _ in 0..<(SeededGenerator.steps ?? 300) {
            let format: Format = random.bool() ? .names40 : .names120
            var bytes = stream(format, &random).flatMap(\.bytes)
            for _ in 0..<random.int(0...6) {
                let place = random.int(0..<bytes.count)
                switch random.int(0..<4) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes[place] = UInt8.random(in: 0...3, using: &random)
                case 2: bytes.remove(at: place)
                default: bytes.insert(255, at: place)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            var reader = ZigProgressReader()
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = random.int(1...8000)
                let isNew = rest.prefix(count).withUnsafeBytes { reader.feed($0) }
                rest = rest.dropFirst(count)
                if isNew, let message = reader.message { expectTree(message) }
            }
            for format in Format.allCases { if let message = ZigProgressMessage(bytes, format: format) { expectTree(message) } }
        }
    }

    @Test func `Of any parents, one of each circle is lost, and no other`() {
        var random = SeededGenerator(stream: 84)
        for _ in 0..<500 {
            let count = random.int(2...12)
            let parents: [Int?] =
                [nil] + (1..<count).map { _ in random.int(0...count) }.map { $0 == count ? nil : $0 }
            let encoded = ZigProgressMessage(parents.map { Node(name: "x", parent: $0) }, format: .names40)
            var bytes = encoded.bytes
            bytes.replaceSubrange(bytes.count - count..<bytes.count, with: parents.map { $0.map { UInt8($0) } ?? 255 })
            guard let message = ZigProgressMessage(bytes, format: .names40) else {
                Issue.record("no message")
                continue
            }
            #expect(message == encoded)
            expectTree(message)
            // A node is on a circle if the way up from it comes back to it.
            let circles = Set(
                (0..<count).compactMap { node -> Set<Int>? in
                    var way: Set<Int> = []
                    var next = parents[node]
                    while let parent = next, way.insert(parent).inserted { next = parents[parent] }
                    return way.contains(node) ? way : nil
                })
            let lost = (0..<count).filter { message.parent(of: $0) != parents[$0] }
            #expect(lost.allSatisfy { message.parent(of: $0) == nil })
            #expect(circles.allSatisfy { $0.intersection(lost).count == 1 } && lost.count == circles.count, "\(parents)")
        }
    }

    @Test func `Bytes that are no messages do nothing, are not kept, and what follows them is read`() {
        var random = SeededGenerator(stream: 83)
        for _ in 0..<20 {
            var reader = ZigProgressReader()
            for _ in 0..<30 {
                let isSmall = random.bool()
                let bytes = (0..<random.int(1...4000)).map { _ in
                    UInt8.random(in: isSmall ? 0...9 : 0...255, using: &random)
                }
                bytes.withUnsafeBytes { _ = reader.feed($0) }
                #expect(reader.bytes.count <= 65536 + 4000)
                if let message = reader.message { expectTree(message) }
            }
            // A message that is broken by them, and whole ones, each in a piece of its own, as a pipe gives them.
            let message = ZigProgressMessage([Node(name: "root", completed: 3, total: 4, parent: nil)], format: .names120)
            for _ in 0..<300 { message.bytes.withUnsafeBytes { _ = reader.feed($0) } }
            #expect(reader.message?.nodes == message.nodes && reader.bytes.count < 130, "seed \(SeededGenerator.seed)")
        }
    }

    /// Read as names of 40 bytes, the root's parent is the count of node 3, and the next message begins with its name.
    @Test func `Of two readings that are possible, the one that ends with a message counts`() {
        var nodes = (0..<8).map { Node(name: "node \($0)", parent: $0 == 0 ? nil : 0) }
        nodes[3] = Node(name: "Linking", completed: 255, parent: 0)
        let message = ZigProgressMessage(nodes, format: .names120)
        #expect(last(in: message.bytes, piece: { .max }) == message)
        #expect(last(in: message.bytes, piece: { 1 }) == message)
    }

    @Test func `Another format follows on the same pipe`() {
        var reader = ZigProgressReader()
        for format in [Format.names40, .names120, .names40] {
            let message = ZigProgressMessage([Node(name: "root", completed: 3, total: 4, parent: nil)], format: format)
            for _ in 0..<6 { message.bytes.withUnsafeBytes { _ = reader.feed($0) } }
            #expect(reader.message == message)
        }
    }

    @Test func `A message that zig has ended with other bytes, because the pipe was full, costs that message alone`() {
        let message = { (count: UInt32) in
            ZigProgressMessage([Node(name: "root", completed: count, total: 9, parent: nil)], format: .names40).bytes
        }
        var reader = ZigProgressReader()
        let bytes = message(1) + message(2).dropLast(3) + [7, 7, 7] + message(3)
        message(0).withUnsafeBytes { _ = reader.feed($0) }
        // What follows decides the format.
        for _ in 0..<3 { message(0).withUnsafeBytes { _ = reader.feed($0) } }
        bytes.withUnsafeBytes { _ = reader.feed($0) }
        #expect(reader.message?.completed(of: 0) == 3)
    }
}

extension ZigProgressMessage {
    var nodes: [Node] {
        (0..<count).map { Node(name: name(of: $0), completed: completed(of: $0), total: total(of: $0), parent: parent(of: $0)) }
    }
}

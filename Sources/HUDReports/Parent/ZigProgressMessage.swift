import HUDCore

/// A message of zig's progress protocol (`std.Progress`): a tree of at most 127 nodes.
///
/// A byte with the number of nodes, then the nodes, then a byte for the parent of each. A node is a completed count and an estimated total (0: not known), both
/// 32 bits and little endian, and a name of a fixed length, which a zero ends if it is shorter. The root comes first. A parent is the index of a node, or
/// 255 for none.
///
/// The format is not documented. Its source is `lib/std/Progress.zig` of each version: `writeIpc` writes a message, `Node.max_name_len` is the length of a name,
/// and `node_storage_buffer_len` the number of nodes. Names have 40 bytes in zig 0.13 to 0.15, and 120 since 0.16. No message says which;
/// ``ZigProgressReader`` finds out.
package struct ZigProgressMessage: Sendable, Equatable {
    /// A version of the format.
    package enum Format: Sendable, CaseIterable {
        /// zig 0.13 to 0.15.
        case names40
        /// zig 0.16 and later.
        case names120

        var nameLength: Int {
            switch self {
            case .names40: 40
            case .names120: 120
            }
        }

        /// The most nodes of a message.
        var nodeLimit: Int {
            switch self {
            case .names40: 83
            case .names120: 127
            }
        }

        var nodeLength: Int { 8 + nameLength }

        /// The length of a message.
        func length(nodes: Int) -> Int { 1 + nodes * (nodeLength + 1) }
    }

    package struct Node: Sendable, Equatable {
        var name: String
        package var completed: UInt32
        /// 0: not known.
        var total: UInt32
        /// The index of a node; nil for the root, and for a node that belongs to none.
        var parent: Int?

        package init(name: String, completed: UInt32 = 0, total: UInt32 = 0, parent: Int?) {
            self.name = name
            self.completed = completed
            self.total = total
            self.parent = parent
        }
    }

    /// What a parent is if there is none.
    static let noParent: UInt8 = 255
    /// The estimated total of a node that stands for a child of the sender which has reported nothing. Its counts are the number of a pipe.
    static let descriptorMark = UInt32.max

    /// The estimated total of a node whose progress is a fraction.
    ///
    /// The protocol has no fractions, and a percentage is what zig shows best. A sender that counts to 100 loses nothing: n of 100 is n %.
    static let totalOfPercentages: UInt32 = 100

    let format: Format
    /// The whole message.
    package let bytes: [UInt8]

    /// Takes the bytes of one message; nil if they are none. A node that is its own ancestor loses its parent.
    init?(_ bytes: [UInt8], format: Format) {
        guard let count = bytes.first, bytes.count == format.length(nodes: Int(count)),
            bytes.withUnsafeBytes({ Self.isValid($0, format) })
        else { return nil }
        self.init(valid: bytes, format: format)
    }

    /// Takes the bytes of a message that may have cycles.
    private init(valid bytes: [UInt8], format: Format) {
        var bytes = bytes
        let count = Int(bytes[0])
        bytes.withUnsafeMutableBytes { Self.breakCycles(UnsafeMutableRawBufferPointer(rebasing: $0.suffix(count))) }
        self.format = format
        self.bytes = bytes
    }

    /// Makes a message of a tree. What does not fit is left out: nodes behind the limit, and the end of a long name.
    ///
    /// - Parameter nodes: The root first. A node whose parent is left out, or which is its own ancestor, has none in the message.
    package init(_ nodes: [Node], format: Format) {
        let nodes = nodes.isEmpty ? [Node(name: "", parent: nil)] : Array(nodes.prefix(format.nodeLimit))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(format.length(nodes: nodes.count))
        bytes.append(UInt8(nodes.count))
        for node in nodes {
            Self.append(node.completed, to: &bytes)
            Self.append(min(node.total, Self.descriptorMark - 1), to: &bytes)
            // A zero ends the name.
            let name = Array(node.name.utf8.prefix { $0 != 0 }).textPrefix(format.nameLength)
            bytes += name
            bytes.append(contentsOf: repeatElement(0, count: format.nameLength - name.count))
        }
        for (index, node) in nodes.enumerated() {
            let parent = index == 0 ? nil : node.parent.flatMap { nodes.indices.contains($0) ? $0 : nil }
            bytes.append(parent.map { UInt8($0) } ?? Self.noParent)
        }
        self.init(valid: bytes, format: format)
    }
}

// Reading.
extension ZigProgressMessage {
    var count: Int { Int(bytes[0]) }

    /// The completed count of a node.
    func completed(of index: Int) -> UInt32 {
        isDescriptor(index) ? 0 : number(at: 1 + index * format.nodeLength)
    }

    /// The estimated total of a node; 0: not known.
    func total(of index: Int) -> UInt32 {
        isDescriptor(index) ? 0 : number(at: 5 + index * format.nodeLength)
    }

    /// The progress of a node: a fraction without counts if it is a percentage.
    package func sample(of index: Int) -> ProgressSample {
        let (completed, total) = (completed(of: index), total(of: index))
        if total == Self.totalOfPercentages { return ProgressSample(fraction: Double(completed) / Double(total)) }
        return ProgressSample(completedUnitCount: Int(completed), totalUnitCount: total == 0 ? nil : Int(total))
    }

    package func name(of index: Int) -> String {
        let start = 9 + index * format.nodeLength
        return String(decoding: bytes[start..<start + format.nameLength].prefix { $0 != 0 }, as: UTF8.self)
    }

    package func hasName(_ index: Int) -> Bool { bytes[9 + index * format.nodeLength] != 0 }

    func parent(of index: Int) -> Int? {
        let parent = bytes[1 + count * format.nodeLength + index]
        return parent == Self.noParent ? nil : Int(parent)
    }

    private func isDescriptor(_ index: Int) -> Bool { number(at: 5 + index * format.nodeLength) == Self.descriptorMark }

    private func number(at position: Int) -> UInt32 {
        bytes.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt32.self)) }
    }
}

// Checking.
extension ZigProgressMessage {
    /// Whether bytes of the right length can be a message: only the root, and nodes that have lost their parent, have none; and the root comes first.
    static func isValid(_ bytes: UnsafeRawBufferPointer, _ format: Format) -> Bool {
        let count = Int(bytes[0])
        guard (1...format.nodeLimit).contains(count) else { return false }
        let parents = bytes[(1 + count * format.nodeLength)...]
        return parents.first == noParent && parents.allSatisfy { $0 == noParent || $0 < count }
    }

    /// Takes the parent from one node of each cycle.
    ///
    /// zig reads its nodes while other threads change them, so its messages can have cycles ("if a node is (directly or indirectly) its own parent, it will just
    /// not be printed at all", `serialize` in `Progress.zig`).
    private static func breakCycles(_ parents: UnsafeMutableRawBufferPointer) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: parents.count) { walks in
            walks.initialize(repeating: 0)
            // Each walk goes up from a node, as far as no walk was before, and marks its way with its own number.
            for walk in parents.indices.dropFirst() {
                var index = walk
                while walks[index] == 0 {
                    walks[index] = UInt8(walk)
                    let parent = Int(parents[index])
                    if parent == noParent { break }
                    if walks[parent] == walk { parents[index] = noParent }
                    index = parent
                }
            }
        }
    }

    fileprivate static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
}

/// The last lines of what somebody prints, as text: control sequences are left out, and a carriage return begins the line anew.
package struct PrintedLines: Sendable {
    /// How many lines are kept, and how much of each.
    static let mostLines = 300
    static let mostBytes = 1024

    /// The lines, the last one unfinished or empty.
    private(set) var lines: [String] = []
    /// How often something was appended.
    private(set) var version = 0
    private var current: [UInt8] = []
    private var state = State.text
    private var returns = false

    private enum State {
        case text
        /// Behind ESC.
        case escape
        /// In a control sequence (ECMA-48 CSI), up to its final byte.
        case control
        /// In a string (OSC, DCS, APC, PM, SOS), up to BEL or ST.
        case string
    }

    /// Nothing printed yet.
    package init() {}

    /// The last ones with something in them, the unfinished one among them.
    package func last(_ count: Int) -> [String] {
        var last: [String] = []
        for line in all.reversed() where last.count < count && line.contains(where: { !$0.isWhitespace }) { last.append(line) }
        return last.reversed()
    }

    /// The lines and the unfinished one.
    var all: [String] { current.isEmpty ? lines : lines + [String(decoding: current, as: UTF8.self)] }

    /// Takes up what is printed next.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        version += 1
        for byte in bytes { append(byte) }
        // In one go, not with every line.
        if lines.count > Self.mostLines { lines.removeFirst(lines.count - Self.mostLines) }
    }

    private mutating func append(_ byte: UInt8) {
        switch (state, byte) {
        case (_, 0x18), (_, 0x1A): state = .text
        case (.string, 0x07): state = .text
        case (_, 0x1B): state = .escape
        case (.text, _): appendText(byte)
        case (.escape, UInt8(ascii: "[")): state = .control
        case (.escape, UInt8(ascii: "]")), (.escape, UInt8(ascii: "P")), (.escape, UInt8(ascii: "_")),
            (.escape, UInt8(ascii: "^")),
            (.escape, UInt8(ascii: "X")):
            state = .string
        // Intermediate bytes come before the final one.
        case (.escape, 0x20...0x2F), (.string, _), (.control, 0x00...0x3F): break
        case (.escape, _), (.control, _): state = .text
        }
    }

    private mutating func appendText(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\n"):
            lines.append(String(decoding: current, as: UTF8.self))
            current = []
            returns = false
        case UInt8(ascii: "\r"):
            returns = true
        case 0x08:
            if !current.isEmpty { current.removeLast() }
        case 0x00..<0x08, 0x0B..<0x20, 0x7F:
            break
        default:
            if returns { current = [] }
            returns = false
            if current.count < Self.mostBytes { current.append(byte) }
        }
    }
}

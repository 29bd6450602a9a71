/// The last lines of a program's output, as text without escape sequences. A line that is rewritten after a carriage return has its last text.
package struct PrintedLines: Sendable {
    /// How many lines are kept, and how many bytes of each.
    static let mostLines = 300
    static let mostBytes = 1024

    /// The lines, the last one unfinished or empty.
    private(set) var lines: [String] = []
    /// How often something was appended.
    package private(set) var version = 0
    /// The number of lines that have ended and were not blank.
    private var countOfText = 0
    private var current: [UInt8] = []
    private var parser = EscapeSequenceParser(.bytes)
    private var returns = false
    /// How many characters the cursor has gone back in the line.
    private var stepsBack = 0

    /// Nothing printed yet.
    package init() {}

    /// The last lines that are not blank, the unfinished one included.
    package func last(_ count: Int) -> [String] {
        var last: [String] = []
        for line in all.reversed() where last.count < count && Self.isText(line.utf8) { last.append(line) }
        return last.reversed()
    }

    /// The number of lines that are not blank, the unfinished one included.
    package var textLines: Int { countOfText + (Self.isText(current) ? 1 : 0) }

    private static func isText(_ line: some Sequence<UInt8>) -> Bool { line.contains { $0 > UInt8(ascii: " ") } }

    /// The last lines that are not blank, each with a line feed, below a line that says if there were more.
    package func tail(_ count: Int) -> [UInt8] {
        let lines = last(count)
        let head = lines.count < textLines ? ["[last \(lines.count) of \(textLines) lines]"] : []
        return (head + lines).flatMap { Array(($0 + "\n").utf8) }
    }

    /// The lines and the unfinished one.
    package var all: [String] { current.isEmpty ? lines : lines + [String(decoding: current, as: UTF8.self)] }

    /// Follows what is printed next.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        version += 1
        var index = 0
        while let element = parser.next(in: bytes, from: &index) {
            switch element {
            case .text(let range): appendText(UnsafeRawBufferPointer(rebasing: bytes[range]))
            case .control(let control): appendControl(control)
            // Text is not decoded here, so there are no characters.
            case .character, .invalid, .eightBitControl: break
            case .escape, .controlSequence, .string, .malformed, .canceled: break
            }
        }
        // In one go, not with every line.
        if lines.count > Self.mostLines { lines.removeFirst(lines.count - Self.mostLines) }
    }

    private mutating func appendText(_ text: UnsafeRawBufferPointer) {
        if returns { current.removeAll(keepingCapacity: true) }
        for _ in 0..<stepsBack { current.removeLastCharacter() }
        (returns, stepsBack) = (false, 0)
        let room = min(text.count, Self.mostBytes - current.count)
        current.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[..<room]))
        if room < text.count, text[room].isContinuation { current.removeLastCharacter() }
    }

    private mutating func appendControl(_ control: UInt8) {
        switch control {
        case UInt8(ascii: "\n"):
            if Self.isText(current) { countOfText += 1 }
            lines.append(String(decoding: current, as: UTF8.self))
            current.removeAll(keepingCapacity: true)
            (returns, stepsBack) = (false, 0)
        case UInt8(ascii: "\r"): (returns, stepsBack) = (true, 0)
        case 0x08: stepsBack = min(stepsBack + 1, current.count)
        case UInt8(ascii: "\t"): withUnsafeBytes(of: control) { appendText($0) }
        default: break
        }
    }
}

extension [UInt8] {
    /// Removes the last character of UTF-8, or what there is of it.
    mutating func removeLastCharacter() {
        while let last = popLast(), last.isContinuation {}
    }
}

extension UInt8 {
    /// Whether it goes on with a character of UTF-8.
    fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}

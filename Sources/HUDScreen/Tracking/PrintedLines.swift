/// The last lines of a program's output, as text without escape sequences. A line that is rewritten after a carriage return has its last text. What is on the
/// alternate screen is gone with it.
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
    private var output = OutputLines(limit: Self.mostBytes, tab: UInt8(ascii: "\t"))

    /// Nothing printed yet.
    package init() {}

    /// The last lines that are not blank, the unfinished one included.
    package func last(_ count: Int) -> [String] {
        var last: [String] = []
        for line in all.reversed() where last.count < count && Self.isText(line.utf8) { last.append(line) }
        return last.reversed()
    }

    /// The number of lines that are not blank, the unfinished one included.
    package var textLines: Int { countOfText + (Self.isText(output.mainText) ? 1 : 0) }

    private static func isText(_ line: some Sequence<UInt8>) -> Bool { line.contains { $0 > UInt8(ascii: " ") } }

    /// The last lines that are not blank, each with a line feed, below a line that says if there were more.
    package func tail(_ count: Int) -> [UInt8] {
        let lines = last(count)
        let head = lines.count < textLines ? ["[last \(lines.count) of \(textLines) lines]"] : []
        return (head + lines).flatMap { Array(($0 + "\n").utf8) }
    }

    /// The lines and the unfinished one.
    package var all: [String] { output.mainText.isEmpty ? lines : lines + [unfinished] }

    private var unfinished: String { String(decoding: output.mainText, as: UTF8.self) }

    /// Follows what is printed next.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        version += 1
        var index = 0
        while let event = output.take(bytes, from: &index) {
            switch event {
            case .line(.newline) where output.isAlternate: output.next()
            case .line(.newline):
                if Self.isText(output.text) { countOfText += 1 }
                lines.append(unfinished)
                output.next()
            case .line(.rewritten): output.next()
            case .line(.restored): output.restore()
            // What is printed at another place is read behind it.
            case .line(.left), .taskbar: break
            }
        }
        // In one go, not with every line.
        if lines.count > Self.mostLines { lines.removeFirst(lines.count - Self.mostLines) }
    }
}

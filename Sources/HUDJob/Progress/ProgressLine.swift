import HUDCore

/// The content of a line on `HUD_PROGRESS_FD`, or on standard input with `--gauge`.
enum ProgressLine: Equatable {
    /// `45`, `45.5%`, `12/345`, `12/345 files`, or `12/?` if the total is not known.
    case progress(JobProgress)
    /// `label TEXT`
    case label(String)
    /// `details TEXT`
    case details(String)
    /// `end`: the work that the lines were about is over.
    case end

    /// Parses a line without its line end; nil for any other line, which is ignored.
    ///
    /// A value above 100 percent, or above the total, counts as complete.
    init?(_ line: some BidirectionalCollection<UInt8>) {
        let line = line.trimmed
        if let text = Self.text(of: line, behind: "label") {
            self = .label(text)
        } else if let text = Self.text(of: line, behind: "details") {
            self = .details(text)
        } else if let slash = line.firstIndex(of: 0x2F) {
            let rest = line[line.index(after: slash)...]
            let end = rest.firstIndex(of: 0x20) ?? rest.endIndex
            let unit = Self.unit(named: rest[end...].trimmed)
            guard let done = DecimalNumber.value(line[..<slash]) else { return nil }
            if rest[..<end].elementsEqual("?".utf8) {
                self = .progress(JobProgress(countOf: done, unit: unit))
            } else {
                guard let total = DecimalNumber.value(rest[..<end]), let progress = JobProgress(done, of: total, unit: unit)
                else { return nil }
                self = .progress(progress)
            }
        } else if line.elementsEqual("end".utf8) {
            self = .end
        } else {
            let digits = line.last == 0x25 ? line.dropLast() : line
            guard let percent = DecimalNumber.value(digits) else { return nil }
            self = .progress(JobProgress(fraction: percent / 100))
        }
    }

    private static func text<Bytes: BidirectionalCollection<UInt8>>(of line: Bytes, behind word: String) -> String? {
        guard line.starts(with: word.utf8) else { return nil }
        let rest = line.dropFirst(word.utf8.count)
        guard let first = rest.first else { return "" }
        return first == 0x20 ? String(decoding: rest.dropFirst(), as: UTF8.self) : nil
    }

    private static func unit(named name: some Collection<UInt8>) -> ProgressUnit {
        if name.isEmpty || name.elementsEqual("items".utf8) { return .items }
        return name.elementsEqual("bytes".utf8) ? .bytes : .named(String(decoding: name, as: UTF8.self))
    }

}

/// Extracts progress lines from bytes that come in pieces of any size.
///
/// With `blocks` it reads dialog's blocks as well: its mark, a percentage, lines of text, the mark. The first line of the text is the label, the
/// others are the details; `\n` separates lines too. A number alone on a line is still a percentage.
struct ProgressLineReader {
    /// The maximum length of a line, and of the text of a block.
    static let limit = 4096

    /// dialog's mark: three capital X.
    private static let mark = [UInt8](repeating: 0x58, count: 3)

    private enum Place {
        case outside
        /// After the first mark.
        case percent
        case text
    }

    private let blocks: Bool
    private var line: [UInt8] = []
    private var place = Place.outside
    private var text: [UInt8] = []
    private var percent: ProgressLine?

    init(blocks: Bool = false) {
        self.blocks = blocks
    }

    /// Takes bytes, and passes on the content of their lines.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ found: (ProgressLine) -> Void) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            keep(rest[..<end])
            endLine(found)
            rest = rest[(end + 1)...]
        }
        keep(rest)
    }

    /// Treats the end of the input as the end of a line, and of a block.
    mutating func finish(_ found: (ProgressLine) -> Void) {
        if !line.isEmpty { endLine(found) }
        if place == .text { endBlock(found) }
        place = .outside
    }

    private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
        line.append(contentsOf: bytes.prefix(Self.limit - line.count))
    }

    private mutating func endLine(_ found: (ProgressLine) -> Void) {
        defer { line.removeAll(keepingCapacity: true) }
        if line.last == 0x0D { line.removeLast() }
        let isMark = blocks && line.elementsEqual(Self.mark)
        switch place {
        case .outside where isMark: place = .percent
        case .outside:
            if let line = ProgressLine(line) { found(line) }
        case .percent where isMark: place = .outside
        case .percent:
            place = .text
            if case .progress? = ProgressLine(line) { percent = ProgressLine(line) } else { keepText() }
        case .text where isMark:
            endBlock(found)
            place = .outside
        case .text: keepText()
        }
    }

    private mutating func keepText() {
        guard text.count < Self.limit else { return }
        text.append(contentsOf: line.prefix(Self.limit - text.count))
        text.append(0x0A)
    }

    private mutating func endBlock(_ found: (ProgressLine) -> Void) {
        if let percent { found(percent) }
        percent = nil
        if !text.isEmpty {
            let lines = Self.lines(of: text)
            found(.label(lines.first ?? ""))
            found(.details(lines.dropFirst().joined(separator: " ")))
        }
        text.removeAll(keepingCapacity: true)
    }

    /// The lines that are not blank. As in dialog, a backslash and an `n` end a line.
    private static func lines(of text: [UInt8]) -> [String] {
        var lines: [[UInt8]] = [[]]
        var index = 0
        while index < text.count {
            let isEscaped = text[index] == 0x5C && index + 1 < text.count && text[index + 1] == 0x6E
            if isEscaped || text[index] == 0x0A { lines.append([]) } else { lines[lines.count - 1].append(text[index]) }
            index += isEscaped ? 2 : 1
        }
        return lines.map { line in
            let rest = line.drop { $0 == 0x20 }
            return String(decoding: rest.prefix(upTo: (rest.lastIndex { $0 != 0x20 } ?? rest.startIndex - 1) + 1), as: UTF8.self)
        }.filter { !$0.isEmpty }
    }
}

import HUDTerminal

/// Shows what differs between two screens: both of them, one below the other, with a caret below each column that differs.
///
/// Columns are those of the terminal: a wide character takes two, and a mark belongs to the column of its base character. Spaces at the end of a row and
/// empty rows at the end are ignored. Colors are not compared.
package enum ScreenComparison {
    /// - Returns: The text; nil if the screens are the same.
    package static func text(expected: [String], found: [String]) -> String? {
        let (expected, found) = (expected.map(ScreenRow.init), found.map(ScreenRow.init))
        let count = max(expected.lastUsed, found.lastUsed)
        let pairs = (0..<count).map { (expected.row($0), found.row($0)) }
        let columns = pairs.map { $0.differingColumns(from: $1) }
        guard columns.contains(where: { !$0.isEmpty }) else { return nil }
        let width = String(count - 1).count
        func screen(_ title: String, _ rows: [ScreenRow]) -> [String] {
            [title] + rows.indices.flatMap { rows[$0].lines(number: $0, width: width, marking: columns[$0]) }
        }
        let names = zip(pairs, columns).enumerated().flatMap { row, pair in
            pair.0.0.names(of: pair.1, in: pair.0.1).map { "row \(row), \($0)" }
        }
        let lines = screen("expected:", pairs.map(\.0)) + screen("on the screen:", pairs.map(\.1)) + names.prefix(mostNames)
        return (lines + (names.count > mostNames ? ["…"] : [])).joined(separator: "\n")
    }

    /// The rows of a text, without a line feed at its end.
    package static func rows(of text: String) -> [String] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    }

    private static let mostNames = 10
}

/// A row as cells.
private struct ScreenRow {
    /// The text of each column; empty for the second one of a wide character. No spaces at the end.
    private(set) var cells: [String] = []

    init(_ text: String) {
        var marks = ""
        for character in text {
            let isControl = character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
            switch isControl ? 1 : TextWidth.of(character) {
            case ...0:
                // A mark of the first column stands before its character.
                if let last = cells.lastIndex(where: { !$0.isEmpty }) {
                    cells[last].append(character)
                } else {
                    marks.append(character)
                }
            case let columns:
                cells.append(marks + String(character))
                cells += Array(repeating: "", count: columns - 1)
                marks = ""
            }
        }
        if !marks.isEmpty { cells.append(marks) }
        while cells.last == " " { cells.removeLast() }
    }

    private func cell(_ column: Int) -> String { column < cells.count ? cells[column] : " " }

    func differingColumns(from other: Self) -> [Int] {
        (0..<max(cells.count, other.cells.count)).filter { cell($0) != other.cell($0) }
    }

    /// The row with its number, and a row of carets if columns are marked.
    func lines(number: Int, width: Int, marking columns: [Int]) -> [String] {
        let text = cells.joined().unicodeScalars.map(Self.picture).joined()
        let head = String(number)
        let margin = String(repeating: " ", count: width - head.count)
        guard let last = columns.last else { return ["\(margin)\(head) │\(text)"] }
        let marked = Set(columns)
        let carets = (0...last).map { marked.contains($0) ? "^" : " " }.joined()
        return ["\(margin)\(head) │\(text)", "\(String(repeating: " ", count: width)) │\(carets)"]
    }

    /// The differences that cannot be seen: the characters of columns that look the same.
    func names(of columns: [Int], in other: Self) -> [String] {
        var result: [(columns: ClosedRange<Int>, text: String)] = []
        for column in columns where Self.look(of: cell(column)) == Self.look(of: other.cell(column)) {
            let text = "\(Self.name(of: other.cell(column))), expected \(Self.name(of: cell(column)))"
            if let last = result.last, last.text == text, last.columns.upperBound == column - 1 {
                result[result.count - 1].columns = last.columns.lowerBound...column
            } else {
                result.append((column...column, text))
            }
        }
        return result.map { found in
            let (first, last) = (found.columns.lowerBound, found.columns.upperBound)
            return "\(first == last ? "column \(first)" : "columns \(first) to \(last)"): \(found.text)"
        }
    }

    /// A control character as its picture, and others as they are.
    private static func picture(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0..<0x20: String(Unicode.Scalar(0x2400 + scalar.value).map(Character.init) ?? "�")
        case 0x7F: "␡"
        case 0x80..<0xA0: "�"
        default: String(scalar)
        }
    }

    /// What a person can tell of a text: all spaces look the same, all dashes do, and some characters are invisible.
    private static func look(of text: String) -> String {
        var look = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            switch scalar.properties.generalCategory {
            case .spaceSeparator: look.append(" ")
            case .dashPunctuation: look.append("-")
            case .format: break
            default: look.append(scalar)
            }
        }
        return String(look)
    }

    private static func name(of text: String) -> String {
        if text.isEmpty { return "the second column of a wide character" }
        return text.unicodeScalars.map { scalar in
            let number = String(scalar.value, radix: 16, uppercase: true)
            let code = "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
            return (scalar.properties.name ?? scalar.properties.nameAlias).map { "\($0) (\(code))" } ?? code
        }.joined(separator: ", ")
    }
}

extension [ScreenRow] {
    /// The number of rows up to the last one that is not empty.
    fileprivate var lastUsed: Int { (lastIndex { !$0.cells.isEmpty } ?? -1) + 1 }

    fileprivate func row(_ index: Int) -> ScreenRow { index < count ? self[index] : ScreenRow("") }
}

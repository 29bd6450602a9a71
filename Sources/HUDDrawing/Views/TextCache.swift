import CTerminalSupport

/// The texts of a view as cells, carried from frame to frame: a text is made harmless and measured only when it changes.
///
/// A text that is set once is recognized by its storage, and the beginning of any other is compared.
struct TextCache: Sendable {
    private struct Entry: Sendable {
        var text: String
        var appendix: String
        var isUTF8: Bool
        var cells: TextCells
    }

    private var entries: [Entry] = []

    /// The cells of the text at a place in the view.
    ///
    /// - Parameters:
    ///   - appendix: A second text that follows the first after two spaces, unless one of them is empty.
    ///   - place: The number of the place, from 0.
    ///   - limit: The maximum width to which the text will be cut.
    @inline(never)
    mutating func cells(of text: String, _ appendix: String = "", at place: Int, isUTF8: Bool, limit: Int) -> TextCells {
        // No cell depends on more of a text than this.
        let bytes = 4 * (TextCells.mostScalars(for: limit) + 1)
        if place < entries.count, entries[place].cells.limit == max(0, limit), entries[place].isUTF8 == isUTF8,
            entries[place].text.hasSameBytes(as: text, first: bytes),
            entries[place].appendix.hasSameBytes(as: appendix, first: bytes)
        {
            return entries[place].cells
        }
        while entries.count <= place {
            let empty = TextCells("", isUTF8: isUTF8, limit: 0)
            entries.append(Entry(text: "", appendix: "", isUTF8: isUTF8, cells: empty))
        }
        let cells = TextCells(Self.joined(text, appendix, limit: limit), isUTF8: isUTF8, limit: limit)
        entries[place] = Entry(text: text, appendix: appendix, isUTF8: isUTF8, cells: cells)
        return cells
    }

    /// Forgets the texts from a place on.
    mutating func removePlaces(from place: Int) {
        if place < entries.count { entries.removeSubrange(place...) }
    }

    private static func joined(_ text: String, _ appendix: String, limit: Int) -> String {
        guard !text.isEmpty, !appendix.isEmpty else { return text + appendix }
        // More than this is not read.
        let most = TextCells.mostScalars(for: limit)
        return String(text.unicodeScalars.prefix(most)) + "  " + String(appendix.unicodeScalars.prefix(most))
    }
}

extension String {
    /// The first characters, or fewer of very long ones.
    package func beginning(characters count: Int) -> String {
        // Counting characters takes as long as drawing them, so most texts are accepted by the number of their bytes. A single character can
        // be a megabyte long.
        utf8.count <= count ? self : String(String(unicodeScalars.prefix(8 * count)).prefix(count))
    }

    /// Whether the first `count` bytes of both are the same. Unlike `==`, a decomposed `é` differs from a precomposed one.
    func hasSameBytes(as other: String, first count: Int = .max) -> Bool {
        let lengths = (min(count, utf8.count), min(count, other.utf8.count))
        guard lengths.0 == lengths.1 else { return false }
        if lengths.0 == 0 { return true }
        let isSame = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { others in
                guard let start = bytes.baseAddress, let otherStart = others.baseAddress else { return false }
                return start == otherStart || memcmp(start, otherStart, lengths.0) == 0
            }
        }
        return isSame.flatMap { $0 } ?? (Array(utf8.prefix(lengths.0)) == Array(other.utf8.prefix(lengths.0)))
    }
}

/// Text as cells without a style: harmless, measured, and cut to a limit. What does not fit ends in an ellipsis.
struct ClusterRun {
    private(set) var cells: [Cell] = []
    private(set) var columns = 0

    init(of text: String, isUTF8: Bool, limit: Int) {
        guard limit > 0 else { return }
        if Self.isPlain(text), text.utf8.count <= limit {
            // Most of what is drawn; it need not be taken apart by grapheme clusters.
            cells = text.utf8.map { Self.plain[Int($0)] }
            columns = cells.count
            return
        }
        for character in HarmlessText.of(text, isUTF8: isUTF8) {
            let width = min(TextWidth.of(character), 2)
            if columns + width > limit {
                while columns > limit - 1, let last = cells.popLast() { columns -= last.width }
                cells.append(Cell(text: isUTF8 ? "…" : "~", width: 1))
                columns += 1
                return
            }
            cells.append(Cell(text: String(character), width: width))
            columns += width
        }
    }

    /// Whether `text` is printable ASCII: a column a byte.
    static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    /// The cells of ASCII, by their codes.
    private static let plain: [Cell] = (0..<0x7F).map { code in
        Cell(text: String(UnicodeScalar(UInt8(code))), width: 1)
    }
}

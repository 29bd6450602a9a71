/// Text as cells without a style: harmless, measured, and cut to a limit. Text that does not fit ends in an ellipsis.
struct ClusterRun {
    private(set) var cells: [Cell] = []
    private(set) var columns = 0

    init(of text: String, isUTF8: Bool, limit: Int) {
        guard limit > 0 else { return }
        if HarmlessText.isPlain(text) {
            // The usual case: nothing has to be measured, because every byte is a character of one column.
            cells = text.utf8.prefix(limit).map { Self.plain[Int($0)] }
            columns = cells.count
            if columns < text.utf8.count { cells[columns - 1] = Self.ellipsis(isUTF8) }
            return
        }
        for character in HarmlessText.of(text, isUTF8: isUTF8) {
            let width = min(TextWidth.of(character), 2)
            if columns + width > limit {
                while columns > limit - 1, let last = cells.popLast() { columns -= last.width }
                cells.append(Self.ellipsis(isUTF8))
                columns += 1
                return
            }
            cells.append(Cell(text: String(character), width: width))
            columns += width
        }
    }

    private static func ellipsis(_ isUTF8: Bool) -> Cell { Cell(text: isUTF8 ? "…" : "~", width: 1) }

    /// The cells of the ASCII characters, by code.
    private static let plain: [Cell] = (0..<0x7F).map { code in
        Cell(text: String(UnicodeScalar(UInt8(code))), width: 1)
    }
}

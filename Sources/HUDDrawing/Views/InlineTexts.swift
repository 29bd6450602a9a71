/// The texts and glyphs of one HUD's rows, carried from frame to frame: they are split, made harmless and measured when they change.
struct InlineTexts: Sendable {
    /// The texts by their places, and then the lines below by their rows.
    var cells = TextCache()
    static let (label, unit, message, line) = (0, 1, 2, 2)
    /// The frames of the spinner. Any other glyph is in the first place.
    private var glyphs = TextCache()
    private var bar: BarView?
    /// What the bar was made for.
    private var barKey = (look: 0, isUTF8: true, columns: 0)
    /// A grid that is no longer shown, whose memory the next one takes.
    var spare: CellGrid?
    private var details = ""
    private var detailLines: [String] = []

    /// The glyph of the indicator. Of a spinner with very many frames several share a place.
    mutating func glyph(_ text: String, of frame: Int, isUTF8: Bool, limit: Int) -> TextCells {
        glyphs.cells(of: text, at: frame % 128, isUTF8: isUTF8, limit: limit)
    }

    /// An empty grid.
    mutating func emptyGrid(columns: Int, rows: Int, isUTF8: Bool) -> CellGrid {
        guard var grid = spare.take(), (grid.columns, grid.rows, grid.isUTF8) == (columns, rows, isUTF8) else {
            return CellGrid(columns: columns, rows: rows, isUTF8: isUTF8)
        }
        grid.clear()
        return grid
    }

    /// Draws with the bar of a look, for grids of so many columns.
    mutating func withBar(of look: InlineLook, isUTF8: Bool, columns: Int, draw: (inout BarView) -> Void) {
        let key = (look: look.version, isUTF8: isUTF8, columns: columns)
        // Taken, so that drawing does not copy what it changes.
        if look.version > 0, key == barKey, var bar = bar.take() {
            draw(&bar)
            self.bar = bar
        } else {
            var bar = BarView(theme: look.theme, isUTF8: isUTF8, columns: columns, reducesMotion: look.reducesMotion)
            draw(&bar)
            (self.bar, barKey) = (bar, key)
        }
    }

    /// The lines of a details label without the empty ones. The last of ``InlineView/mostDetailRows`` is the whole rest.
    mutating func lines(ofDetails text: String) -> [String] {
        if !details.hasSameBytes(as: text) {
            details = text
            detailLines = Self.lines(of: text)
        }
        return detailLines
    }

    private static func lines(of text: String) -> [String] {
        var text = text
        return text.withUTF8 { bytes in
            var lines: [String] = []
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
                // A line feed after a carriage return is one line break with it.
                let textEnd = end < bytes.count && end > start && bytes[end - 1] == 0x0D ? end - 1 : end
                if textEnd > start {
                    let isLast = lines.count == InlineView.mostDetailRows - 1
                    lines.append(String(decoding: bytes[start..<(isLast ? bytes.count : textEnd)], as: UTF8.self))
                    if isLast { break }
                }
                start = end + 1
            }
            return lines
        }
    }
}

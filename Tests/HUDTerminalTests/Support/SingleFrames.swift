import HUDCore

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

// Frames for which none before has prepared anything.

extension StackedLayout {
    func grid(of entries: [Entry]) -> CellGrid {
        var cache = LineCache()
        return grid(of: entries, with: &cache)
    }
}

extension ListView {
    func frame(for snapshot: HUDSnapshot) -> BezelFrame {
        var cache = LineCache()
        return frame(for: snapshot, with: &cache)
    }
}

extension BezelView {
    func frame(for snapshot: HUDSnapshot) -> BezelFrame {
        var texts = BezelTexts()
        return frame(for: snapshot, with: &texts)
    }
}

extension InlineLayout {
    /// The width of each part that fits, from left to right.
    static func columns(of widths: Widths, in room: Int) -> [(part: Part, columns: Int)] {
        let fitting = fitting(widths, in: room)
        return Part.allCases.compactMap { fitting[$0] > 0 ? ($0, min(fitting[$0], max(0, room))) : nil }
    }
}

extension InlineLayout.Widths: ExpressibleByDictionaryLiteral {
    /// Makes widths from a literal. Negative widths count as 0.
    public init(dictionaryLiteral elements: (InlineLayout.Part, Int)...) {
        self.init()
        for (part, width) in elements { self[part] = width }
    }
}

extension CellGrid {
    /// The rows as they are on screen.
    var lines: [String] { (0..<rows).map { text(ofRow: $0) } }
}

/// A part that a HUD's line can have. ``Theme/parts`` says which of them are drawn, and in which order.
///
/// ```swift
/// var theme = Theme.terminal
/// theme.parts = [.percent, .bar(width: 20), .label]
/// let renderer = AutomaticRenderer(theme: theme)
/// ```
///
/// A part is drawn only if the HUD has something to show in it, such as a bar in mode `bar`. In a window that is too narrow for all parts, they are left out
/// in this order, wherever they are in the line: texts from the last to the first, rate, count, remaining time, bar, percentage, details, label.
public struct LinePart: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case column(InlineLayout.Part)
        case details
        case message
        case text(String)
    }

    let kind: Kind
    /// The width of a bar; 0 if it depends on the window.
    private(set) var columns = 0

    private init(_ part: InlineLayout.Part) { kind = .column(part) }

    private init(_ kind: Kind) { self.kind = kind }

    /// The spinner, pie, ring, custom view or mark.
    public static let indicator = LinePart(.indicator)
    /// The label.
    public static let label = LinePart(.label)
    /// The bar, up to 40 columns wide.
    public static let bar = LinePart(.bar)
    /// The completed percentage.
    public static let percent = LinePart(.percent)
    /// The completed count and the total.
    public static let count = LinePart(.count)
    /// Units per second.
    public static let rate = LinePart(.rate)
    /// The elapsed time.
    public static let elapsed = LinePart(.elapsed)
    /// The estimated remaining time.
    public static let remaining = LinePart(.remaining)
    /// The details label, and behind the label the number of parts that have failed. The details are below the line, wherever this is in the list, or follow
    /// the label if there is no other row.
    public static let details = LinePart(Kind.details)

    /// A bar of a width of its own, with its ends. In a narrow window it shrinks to 10 columns before it is left out.
    ///
    /// - Parameter width: The columns: 3 to 1,000.
    public static func bar(width: Int) -> LinePart {
        var part = LinePart(.bar)
        part.columns = min(max(3, width), 1000)
        return part
    }

    /// A text of your own, in the style of the label, in every line that has this theme. Control characters in it do nothing.
    ///
    /// A line shows its first four texts, each up to 200 columns.
    public static func text(_ text: String) -> LinePart { LinePart(Kind.text(text)) }

    /// The details label in the line, up to 40 columns wide, instead of below it: a text of your own that changes, such as the loss of a training.
    ///
    /// It is one of the line's four texts.
    public static let message = LinePart(Kind.message)
}

extension [LinePart] {
    /// All parts: indicator, label, bar, percentage, count, rate, elapsed and remaining time, and details.
    public static let all: [LinePart] = [.indicator, .label, .bar, .percent, .count, .rate, .elapsed, .remaining, .details]
}

/// What a list of parts says, in the form that a frame needs. One reference, because a theme is copied much more often than it is changed.
final class LineOrder: Sendable, Hashable {
    /// The list.
    let parts: [LinePart]
    /// All parts from left to right, with those that are not drawn.
    ///
    /// Each of these is behind the one that it follows in a line with all parts, so that the lines of several HUDs still share columns.
    let columns: [InlineLayout.Part]
    /// The width of the bar; 0 if it depends on the window.
    let barColumns: Int
    /// Whether the details are drawn below the line, or behind the label if there is no other row.
    let hasDetailsBelow: Bool
    /// Whether the number of failures is drawn.
    let hasFailures: Bool
    /// The texts in the line. Those of the theme are made harmless and measured once.
    let texts: [Text]
    /// Whether the line has all parts in the usual order, and no texts.
    let isUsual: Bool
    /// Whether the remaining time follows the elapsed time, behind a comma.
    let joinsTimes: Bool
    /// Whether the mark is in front of the label, and is indented with it.
    let indentsMark: Bool
    /// The parts that are drawn, as bits.
    private let drawn: UInt16

    /// A text in the line.
    struct Text: Sendable {
        let part: InlineLayout.Part
        /// The text as cells, for both character sets; nil: the details label.
        private let cells: (utf8: TextCells, ascii: TextCells)?
        /// The width to which a details label is cut.
        private static let mostMessageColumns = 40

        init(_ text: String?, part: InlineLayout.Part) {
            self.part = part
            cells = text.map { (TextCells($0, isUTF8: true, limit: 200), TextCells($0, isUTF8: false, limit: 200)) }
        }

        /// The cells in the line of a snapshot.
        func cells(in snapshot: HUDSnapshot, isUTF8: Bool, with texts: inout InlineTexts) -> TextCells {
            if let cells { return isUTF8 ? cells.utf8 : cells.ascii }
            return texts.cells.cells(
                of: snapshot.detailsLabel, at: InlineTexts.message, isUTF8: isUTF8, limit: Self.mostMessageColumns)
        }
    }

    /// All parts in the usual order.
    static let usual = LineOrder(.all)

    /// - Parameter parts: A part that is in the list already has no effect.
    init(_ parts: [LinePart]) {
        self.parts = parts
        var columns: [InlineLayout.Part] = []
        var texts: [Text] = []
        var hasMessage = false
        for part in parts {
            switch part.kind {
            case .column(let part):
                if !columns.contains(part) { columns.append(part) }
            case .text(let text): addText(text)
            case .message:
                if !hasMessage { addText(nil) }
                hasMessage = true
            case .details: break
            }
        }
        func addText(_ text: String?) {
            guard texts.count < InlineLayout.Part.texts.count else { return }
            texts.append(Text(text, part: InlineLayout.Part.texts[texts.count]))
            columns.append(texts[texts.count - 1].part)
        }
        self.texts = texts
        drawn = columns.reduce(0) { $0 | Self.bit($1) }
        var place = 0
        for part in InlineLayout.Part.allCases {
            if let index = columns.firstIndex(of: part) {
                place = index + 1
            } else {
                columns.insert(part, at: place)
                place += 1
            }
        }
        self.columns = columns
        barColumns = parts.first { $0.kind == .column(.bar) }?.columns ?? 0
        hasFailures = parts.contains(.details)
        hasDetailsBelow = hasFailures && !hasMessage
        let usual = columns.count - InlineLayout.Part.texts.count
        isUsual = texts.isEmpty && drawn.nonzeroBitCount == usual && columns == InlineLayout.Part.allCases
        let pairs = zip(columns, columns.dropFirst())
        let times = Self.bit(.elapsed) | Self.bit(.remaining)
        joinsTimes = drawn & times == times && pairs.contains { $0 == (.elapsed, .remaining) }
        indentsMark = pairs.contains { $0 == (.indicator, .label) }
    }

    /// Whether a part is drawn.
    func contains(_ part: InlineLayout.Part) -> Bool { drawn & Self.bit(part) != 0 }

    private static func bit(_ part: InlineLayout.Part) -> UInt16 { 1 << UInt16(part.rawValue) }

    static func == (one: LineOrder, other: LineOrder) -> Bool { one === other || one.parts == other.parts }

    func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

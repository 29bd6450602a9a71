import HUDCore
import HUDTerminal

/// What an entry of the gallery has to play with.
struct GalleryStage {
    let hud: HUD
    /// What it is drawn with: the one or the other, or neither where nothing is drawn.
    let inline: InlineRenderer?
    let bezel: BezelRenderer?
    /// What the HUD follows, unless an entry has it follow something else.
    let files = ProgressCounter(totalUnitCount: 120)
    let bytes = ProgressCounter(totalUnitCount: 48_000_000, unit: .bytes)

    /// A stage on which nothing is drawn.
    init() {
        self.init(hud: HUD(), inline: nil, bezel: nil)
    }

    init(_ renderer: InlineRenderer, framesPerSecond: Int) {
        self.init(hud: HUD(preferredFramesPerSecond: framesPerSecond, renderer: renderer), inline: renderer, bezel: nil)
    }

    init(_ renderer: BezelRenderer, framesPerSecond: Int) {
        self.init(hud: HUD(preferredFramesPerSecond: framesPerSecond, renderer: renderer), inline: nil, bezel: renderer)
        // As in the demo app, where one entry dims what lies behind the HUD.
        renderer.options.background = .none
    }

    private init(hud: HUD, inline: InlineRenderer?, bezel: BezelRenderer?) {
        self.hud = hud
        self.inline = inline
        self.bezel = bezel
        hud.progressSource = files
    }

    /// What shares the terminal with us; nil where nothing is drawn.
    var screen: (any TerminalRenderer)? { bezel ?? inline }

    /// Brings both counters to where the work is.
    func count(_ done: Double) {
        for counter in [files, bytes] { counter.completedUnitCount = Int(done * Double(counter.totalUnitCount)) }
    }
}

/// What lies behind the HUD: the list of entries, as the demo app has it, with the one that is shown marked.
struct GalleryBackdrop {
    var entries: [GalleryEntry]
    var current: Int
    /// Whether another one is shown after it.
    var hasNext: Bool

    /// Draws it into a grid of the window's size. Where the list is longer it is moved so that the marked one is seen.
    func draw(in grid: inout CellGrid) {
        let header = 2
        let footer = 2
        let strong = CellStyle(attributes: .bold)
        let faint = CellStyle(attributes: .dim)
        let room = grid.rows - header - footer
        if room > 0 {
            grid.write("hud-demo gallery", row: 0, column: 2, style: strong)
            let keys = hasNext ? "Enter: the next   q: the end" : "q: the end"
            grid.write(keys, row: grid.rows - 1, column: 2, style: faint)
        }
        let top = room > 0 ? header : 0
        let height = max(1, room > 0 ? room : grid.rows)
        let first = max(0, min(current - height / 2, entries.count - height))
        for (row, index) in (first..<min(first + height, entries.count)).enumerated() {
            let isCurrent = index == current
            let mark = isCurrent ? (grid.isUTF8 ? "›" : ">") : " "
            grid.write(mark, row: top + row, column: 2, style: strong)
            grid.write(entries[index].name, row: top + row, column: 4, style: isCurrent ? strong : .plain)
            grid.write(entries[index].description, row: top + row, column: 22, style: faint)
        }
    }
}

import HUDCore
import HUDTerminal

/// The HUD and the renderer of a gallery entry.
struct GalleryHUD {
    let hud: HUD
    /// The renderer: one of the two, or neither if nothing is drawn.
    let inline: InlineRenderer?
    let bezel: BezelRenderer?
    /// The HUD's progress source, unless an entry replaces it.
    let files = ProgressNode(totalCount: 120)
    let bytes = ProgressNode(totalCount: 48_000_000, unit: .bytes)

    /// Makes a HUD with one of the renderers; without one it draws nothing.
    init(inline: InlineRenderer? = nil, bezel: BezelRenderer? = nil, framesPerSecond: Int = 30) {
        self.inline = inline
        self.bezel = bezel
        hud = HUD(preferredFramesPerSecond: framesPerSecond, renderer: bezel ?? inline)
        hud.progressSource = files
        // As in the demo app, where only one entry dims what is behind the HUD.
        bezel?.options.background = .none
    }

    /// The renderer; nil if nothing is drawn.
    var screen: (any TerminalRenderer)? { bezel ?? inline }

    /// Sets both counters to the completed fraction.
    func count(_ done: Double) {
        for counter in [files, bytes] { counter.completedCount = Int(done * Double(counter.totalCount ?? 0)) }
    }
}

/// The backdrop of the HUD: the list of entries, as in the demo app, with the current one marked.
struct GalleryBackdrop {
    var entries: [GalleryEntry]
    var current: Int
    /// Whether another entry follows.
    var hasNext: Bool

    /// Draws the list into a grid of the window's size. A longer list is scrolled to the marked entry.
    func draw(in grid: inout CellGrid) {
        let header = 2
        let footer = 2
        let strong = CellStyle(attributes: .bold)
        let faint = CellStyle(attributes: .dim)
        let room = grid.rows - header - footer
        if room > 0 {
            grid.write("hud-demo gallery", row: 0, column: 2, style: strong)
            let keys = hasNext ? "Enter: next   q: quit" : "q: quit"
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

import HUDCore
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

@Suite struct BezelLawTests {
    @Test func `A bezel is on the screen at any size, and its rows are equally wide`() {
        var random = SeededGenerator(stream: 77)
        for columns in 1...60 {
            for rows in 1...25 {
                let view = BezelView(columns: columns, rows: rows, isUTF8: random.bool(), look: .random(using: &random))
                let snapshot = HUDSnapshot.anything(using: &random)
                let frame = view.frame(for: snapshot)
                if let fault = Self.fault(of: frame, columns, rows) {
                    Issue.record(
                        "\(fault) at \(columns)×\(rows), \(snapshot), \(view.look.options), seed \(SeededGenerator.seed)")
                    return
                }
            }
        }
    }

    private static func fault(of frame: BezelFrame, _ columns: Int, _ rows: Int) -> String? {
        let grid = frame.grid
        if grid.columns < 1 || grid.rows < 1 { return "nothing" }
        if frame.row < 0 || frame.row + grid.rows > rows { return "rows \(frame.row)+\(grid.rows)" }
        if frame.column < 0 || frame.column + grid.columns > columns { return "columns \(frame.column)+\(grid.columns)" }
        for row in 0..<grid.rows where (0..<grid.columns).reduce(0, { $0 + grid[row, $1].width }) != grid.columns {
            return "row \(row) is not as wide as the grid"
        }
        return nil
    }

    @Test func `An invalid size makes an empty bezel`() {
        for (columns, rows) in [(0, 0), (0, 5), (5, 0), (-1, -1), (.min, .min)] {
            let frame = BezelView(columns: columns, rows: rows, isUTF8: true, look: InlineLook()).frame(for: HUDSnapshot())
            #expect(frame.grid.columns == 0 && frame.grid.rows == 0)
        }
    }

    @Test(arguments: [(8, 4), (9, 4), (6, 3), (7, 3), (40, 10), (1, 1)])
    func `Pie and ring gain dots with progress, and are full only at the end`(columns: Int, rows: Int) {
        for thickness in [2.5, 100] {
            var last = BrailleCanvas(columns: columns, rows: rows)
            for step in 0...200 {
                var canvas = BrailleCanvas(columns: columns, rows: rows)
                canvas.addRing(thickness: thickness, fraction: Double(step) / 200)
                #expect(last.isPart(of: canvas), "\(step)")
                if step == 0 { #expect(canvas.count == 0) }
                if step == 100 { #expect(canvas == canvas.kept { x, _ in x >= canvas.width / 2 }) }
                if step == 200, columns > 1 { #expect(canvas.count > last.count) }
                last = canvas
            }
            #expect(last == last.flipped)
            var half = BrailleCanvas(columns: columns, rows: rows)
            half.addRing(thickness: thickness, fraction: 0.5)
            #expect(half.count * 2 == last.count)
        }
    }

    @Test func `Every fraction makes a valid sector`() {
        for fraction in [Double.nan, -1, -.infinity, .infinity, 2, .leastNonzeroMagnitude] {
            var canvas = BrailleCanvas(columns: 8, rows: 4)
            canvas.addSector(fraction)
            #expect(canvas.count == (fraction >= 1 ? 208 : 0))
        }
    }

    @Test(arguments: [3, 4])
    func `The twelve spokes are symmetric under quarter turns and reflection`(rows: Int) {
        var all = BrailleCanvas(columns: rows * 2, rows: rows)
        for spoke in 0..<BrailleCanvas.spokes { all.addSpoke(spoke) }
        #expect(all == all.flipped)
        for y in 0..<all.height {
            for x in 0..<all.width { #expect(all[x, y] == all[all.height - 1 - y, x]) }
        }
        // No spoke touches its neighbor.
        var alone = 0
        for spoke in 0..<BrailleCanvas.spokes {
            var canvas = BrailleCanvas(columns: rows * 2, rows: rows)
            canvas.addSpoke(spoke)
            alone += canvas.count
        }
        #expect(alone == all.count)
    }

    @Test func `Words are wrapped at the width, and none is lost`() {
        var random = SeededGenerator(stream: 78)
        for _ in 0..<300 {
            let text = String.words(using: &random)
            let columns = random.int(2...30)
            let lines = WrappableText(text, isUTF8: true, most: .max - 1).lines(columns: columns, most: .max - 1)
            let (before, after) = (HarmlessText.of(text, isUTF8: true).filter { $0 != " " }, lines.joined().filter { $0 != " " })
            #expect(before == after, "seed \(SeededGenerator.seed)")
            for line in lines {
                #expect(CellGrid.columns(of: line, isUTF8: true) <= columns, "\(line), seed \(SeededGenerator.seed)")
            }
        }
    }
}

extension BrailleCanvas {
    /// The number of dots that are set.
    fileprivate var count: Int { (0..<height).reduce(0) { count, y in count + (0..<width).count { self[$0, y] } } }

    fileprivate func isPart(of other: BrailleCanvas) -> Bool {
        (0..<height).allSatisfy { y in (0..<width).allSatisfy { !self[$0, y] || other[$0, y] } }
    }

    fileprivate func kept(where isKept: (Int, Int) -> Bool) -> BrailleCanvas {
        var kept = BrailleCanvas(columns: columns, rows: rows)
        for y in 0..<height { for x in 0..<width where self[x, y] && isKept(x, y) { kept[x, y] = true } }
        return kept
    }

    /// The mirror image.
    fileprivate var flipped: BrailleCanvas {
        var flipped = BrailleCanvas(columns: columns, rows: rows)
        for y in 0..<height { for x in 0..<width { flipped[width - 1 - x, y] = self[x, y] } }
        return flipped
    }
}

extension String {
    fileprivate static func words(using random: inout SeededGenerator) -> String {
        let words = [
            "", "a", "Loading", "世界", "\n", "déjà", "👩‍👩‍👧", "\u{1B}[31m", String(repeating: "x", count: 90), "of", "\t", "e\u{301}"
        ]
        return (0..<random.int(0...12)).map { _ in random.pick(words) }.joined(
            separator: " ")
    }
}

extension HUDSnapshot {
    static func anything(using random: inout SeededGenerator) -> HUDSnapshot {
        let total: Int? = random.bool() ? random.int(1...1_000_000) : nil
        let isCounted = random.bool()
        let fraction = ProgressSample(fraction: .random(in: 0...1, using: &random))
        let counted = ProgressSample(
            completedUnitCount: random.int(0...1_000_000), totalUnitCount: total, unit: .bytes)
        let outcomes: [HUDOutcome?] = [nil, nil, nil, .succeeded, .failed(reason: .words(using: &random)), .cancelled]
        return HUDSnapshot(
            mode: random.pick(HUDMode.allCases), label: .words(using: &random),
            detailsLabel: .words(using: &random), progress: isCounted ? counted : fraction,
            opacity: random.pick([1, 1, 0, .random(in: 0...1, using: &random)]),
            timeOnScreen: .milliseconds(random.int(0...5000)), isDisappearing: random.bool(),
            remaining: random.bool() ? .seconds(random.int(0...100_000)) : nil,
            outcome: random.pick(outcomes))
    }
}

extension InlineLook {
    static func random(using random: inout SeededGenerator) -> InlineLook {
        let numbers = [0, 0, 0, 1, -3, 17, 200, .max, .min]
        func number() -> Int { random.pick(numbers) }
        var look = InlineLook()
        look.theme = random.pick(Theme.builtIn)
        look.spinner = random.bool() ? nil : random.pick(Spinner.builtIn)
        look.customView =
            random.pick([
                .checkmark,
                CustomView(columns: 80, rows: 40, inlineColumns: 80) { grid, _, _ in grid.write("界", row: 0, column: 0) }
            ])
        look.reducesMotion = random.bool()
        look.options.horizontalOffset = number()
        look.options.verticalOffset = number()
        look.options.margin = random.pick([1, 1, 0, 3, number()])
        look.options.minimumColumns = number()
        look.options.minimumRows = number()
        look.options.isSquare = random.bool()
        look.options.color = random.bool() ? nil : .rgb(1, 2, 3)
        look.options.contentColor = random.bool() ? nil : .ansi(5)
        look.options.animation = random.pick(BezelAnimation.allCases)
        look.options.button = random.bool() ? nil : .words(using: &random)
        return look
    }
}

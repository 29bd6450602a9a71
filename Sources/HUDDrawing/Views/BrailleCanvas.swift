/// A drawing in dots: two per column and four per row, so that they are about equally far apart in both directions.
///
/// Dots are counted from 0 at the top left. Coordinates of shapes are in dots, with the center of a dot at one half.
struct BrailleCanvas: Equatable {
    /// The size in cells.
    let columns: Int
    let rows: Int
    /// One byte per cell: the dots that are set, in Unicode's numbering of braille patterns.
    private var cells: [UInt8]

    /// Makes a canvas without dots. A negative size counts as 0.
    init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        cells = Array(repeating: 0, count: self.columns * self.rows)
    }

    /// The size in dots.
    var width: Int { columns * 2 }
    var height: Int { rows * 4 }

    /// Whether a dot is set. Dots outside the canvas never are.
    subscript(x: Int, y: Int) -> Bool {
        get { contains(x, y) && cells[y / 4 * columns + x / 2] & Self.bit(x, y) != 0 }
        set {
            guard contains(x, y) else { return }
            if newValue {
                cells[y / 4 * columns + x / 2] |= Self.bit(x, y)
            } else {
                cells[y / 4 * columns + x / 2] &= ~Self.bit(x, y)
            }
        }
    }

    /// Sets the dots whose centers are inside a shape. `x` and `y` are relative to the center of the canvas; `y` points down.
    @inline(never)
    mutating func set(where isInside: (_ x: Double, _ y: Double) -> Bool) {
        for y in 0..<height {
            let fromCenter = Double(y) + 0.5 - Double(height) / 2
            for x in 0..<width where isInside(Double(x) + 0.5 - Double(width) / 2, fromCenter) { self[x, y] = true }
        }
    }

    /// Draws the cells that have dots, in a style that can depend on the position.
    @inline(never)
    func draw(in grid: inout CellGrid, row: Int, column: Int, style: (_ row: Int, _ column: Int) -> CellStyle) {
        for cellRow in 0..<rows {
            for cellColumn in 0..<columns {
                let dots = cells[cellRow * columns + cellColumn]
                guard dots != 0 else { continue }
                let text = grid.isUTF8 ? Self.patterns[Int(dots)] : Self.ascii(dots)
                let style = style(cellRow, cellColumn)
                grid.put(Cell(text: text, width: 1), style, row: row + cellRow, column: column + cellColumn)
            }
        }
    }

    /// Draws the canvas in one style.
    func draw(in grid: inout CellGrid, row: Int, column: Int, style: CellStyle) {
        draw(in: &grid, row: row, column: column) { _, _ in style }
    }

    /// Whether a cell has a dot.
    func hasDots(row: Int, column: Int) -> Bool {
        row >= 0 && row < rows && column >= 0 && column < columns && cells[row * columns + column] != 0
    }

    private func contains(_ x: Int, _ y: Int) -> Bool { x >= 0 && x < width && y >= 0 && y < height }

    /// Unicode's numbering of dots, 1 to 8: down the left, down the right, and then the bottom two.
    private static func bit(_ x: Int, _ y: Int) -> UInt8 {
        switch (x % 2, y % 4) {
        case (0, 3): 0x40
        case (_, 3): 0x80
        case (0, let y): 1 << UInt8(y)
        case (_, let y): 8 << UInt8(y)
        }
    }

    private static let patterns: [String] = (0..<256).map { Unicode.Scalar(0x2800 + $0).map { String($0) } ?? " " }

    /// The ASCII character that is most like a cell's dots, by the number of dots in its upper and lower half.
    private static func ascii(_ dots: UInt8) -> String {
        let upper = (dots & 0b0001_1011).nonzeroBitCount
        let lower = (dots & 0b1110_0100).nonzeroBitCount
        return asciiByHalves[(upper + 1) / 2][(lower + 1) / 2]
    }

    /// Indexed by upper and lower half: no dot, one or two, more.
    private static let asciiByHalves = [[" ", ".", "o"], ["'", ":", "d"], ["\"", "P", "#"]]
}

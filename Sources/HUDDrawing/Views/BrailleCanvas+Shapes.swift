import HUDLibc

extension BrailleCanvas {
    /// The radius of the largest circle that fits.
    private var radius: Double { Double(min(width, height)) / 2 }

    /// Adds the largest circle that fits, with a line one dot thick.
    mutating func addCircle() { addRing(thickness: 1, fraction: 1) }

    /// Adds a sector of a disc, clockwise from 12 o'clock.
    mutating func addSector(_ fraction: Double) { addRing(thickness: radius, fraction: fraction) }

    /// Adds a sector of a ring, clockwise from 12 o'clock. The ring is closed only at 1.
    mutating func addRing(thickness: Double, fraction: Double) {
        let (outer, inner) = (radius * radius, max(0, radius - thickness) * max(0, radius - thickness))
        // The last dots before 12 o'clock are set only when everything is complete.
        let fraction = fraction >= 1 ? 1 : fraction > 0 ? min(fraction, 0.985) : 0
        let (endX, endY) = (sin(2 * Double.pi * fraction), -cos(2 * Double.pi * fraction))
        set { x, y in
            let distance = x * x + y * y
            guard distance <= outer, distance >= inner, fraction > 0 else { return false }
            // Clockwise of the upward line, and before the line at the angle.
            let isBefore = endX * y - endY * x < 0
            return fraction >= 1 || (fraction <= 0.5 ? x >= 0 && isBefore : x >= 0 || isBefore)
        }
    }

    /// The number of spokes of an activity indicator.
    static let spokes = 12

    /// Adds one of twelve spokes, clockwise from 12 o'clock: all of its dots, or the `most` outermost.
    ///
    /// The dots are from a table: computed, such a short line is thick at one angle and thin at the next.
    mutating func addSpoke(_ index: Int, most: Int = .max) {
        let hand = height >= 16 ? Self.largeSpokes : Self.smallSpokes
        for (x, y) in hand[index % 3].prefix(max(0, most)) {
            // Rotated from the first quarter to the spoke's own; a step from the center is half a dot.
            var (x, y) = (2 * x + 1, -2 * y - 1)
            for _ in 0..<index / 3 { (x, y) = (-y, x) }
            self[(x + width - 1) / 2, (y + height - 1) / 2] = true
        }
    }

    /// The spokes from 12 to 3 o'clock: dots right of and above the center, the outermost first.
    private static let largeSpokes = [
        [(-1, 7), (0, 7), (-1, 6), (0, 6), (-1, 5), (0, 5), (-1, 4), (0, 4)],
        [(3, 6), (3, 5), (2, 5), (2, 4)],
        [(6, 3), (5, 3), (5, 2), (4, 2)]
    ]
    private static let smallSpokes = [
        [(-1, 5), (0, 5), (-1, 4), (0, 4), (-1, 3), (0, 3)],
        [(2, 5), (2, 4)],
        [(5, 2), (4, 2)]
    ]

    /// Adds a line with round ends between two points, relative to the center of the canvas.
    mutating func addLine(from start: (x: Double, y: Double), to end: (x: Double, y: Double), thickness: Double) {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        let reach = thickness * thickness / 4
        set { x, y in
            let along = length > 0 ? min(max(((x - start.x) * dx + (y - start.y) * dy) / length, 0), 1) : 0
            let (offX, offY) = (x - start.x - along * dx, y - start.y - along * dy)
            return offX * offX + offY * offY <= reach
        }
    }
}

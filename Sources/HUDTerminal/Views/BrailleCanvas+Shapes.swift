#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension BrailleCanvas {
    /// Radius of the largest circle that has room.
    private var radius: Double { Double(min(width, height)) / 2 }

    /// A circle's line, a dot wide, as large as there is room.
    mutating func addCircle() { addRing(thickness: 1, fraction: 1) }

    /// A disc's sector, clockwise from 12 o'clock.
    mutating func addSector(_ fraction: Double) { addRing(thickness: radius, fraction: fraction) }

    /// A ring's sector, clockwise from 12 o'clock. It is closed only at 1.
    mutating func addRing(thickness: Double, fraction: Double) {
        let (outer, inner) = (radius * radius, max(0, radius - thickness) * max(0, radius - thickness))
        let sector = Sector(fraction)
        set { x, y in
            let distance = x * x + y * y
            return distance <= outer && distance >= inner && sector.contains(x, y)
        }
    }

    /// One of `count` spokes, clockwise from 12 o'clock; `from` and `to` are parts of the radius.
    mutating func addSpoke(_ index: Int, of count: Int, from: Double, to: Double) {
        let angle = 2 * Double.pi * Double(index) / Double(count)
        let (x, y) = (sin(angle), -cos(angle))
        let reach = radius - 0.5
        addLine(from: (x * reach * from, y * reach * from), to: (x * reach * to, y * reach * to), thickness: 1)
    }

    /// A line with round ends between two points seen from the canvas' centre.
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

/// What lies between 12 o'clock and an angle, clockwise.
private struct Sector {
    private var fraction: Double
    private var x: Double
    private var y: Double

    init(_ fraction: Double) {
        // The last dots before 12 o'clock are there only when all is done.
        self.fraction = fraction >= 1 ? 1 : fraction > 0 ? min(fraction, 0.985) : 0
        x = sin(2 * Double.pi * self.fraction)
        y = -cos(2 * Double.pi * self.fraction)
    }

    func contains(_ pointX: Double, _ pointY: Double) -> Bool {
        if fraction <= 0 || fraction >= 1 { return fraction >= 1 }
        // Right of the line upwards, and before the line at the angle.
        let isBefore = x * pointY - y * pointX < 0
        return fraction <= 0.5 ? pointX >= 0 && isBefore : pointX >= 0 || isBefore
    }
}

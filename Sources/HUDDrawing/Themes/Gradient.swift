/// Colors along a bar, from its start to its end.
public struct Gradient: Sendable, Hashable {
    /// The colors, evenly spaced.
    public var stops: [TerminalColor]

    /// Makes a gradient over `stops`. With one color the bar has that color everywhere; with none it has the terminal's default color.
    public init(_ stops: TerminalColor...) {
        self.stops = stops
    }

    /// The color at `position`, 0 to 1.
    public func color(at position: Double) -> TerminalColor {
        guard let last = stops.last, stops.count > 1 else { return stops.first ?? .default }
        let position = (position > 0 ? min(position, 1) : 0) * Double(stops.count - 1)
        let index = Int(position)
        return index >= stops.count - 1 ? last : stops[index].mixed(with: stops[index + 1], by: position - Double(index))
    }
}

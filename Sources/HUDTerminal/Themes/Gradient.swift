/// Colours along a bar, from its start to its end.
public struct Gradient: Sendable, Hashable {
    /// The colours, at equal distances.
    public var stops: [TerminalColor]

    /// A gradient over `stops`; with one it is the same all along, with none the terminal's own colour.
    public init(_ stops: TerminalColor...) {
        self.stops = stops
    }

    /// The colour at `position`, 0 to 1.
    public func color(at position: Double) -> TerminalColor {
        guard let last = stops.last, stops.count > 1 else { return stops.first ?? .default }
        let position = (position > 0 ? min(position, 1) : 0) * Double(stops.count - 1)
        let index = Int(position)
        return index >= stops.count - 1 ? last : stops[index].mixed(with: stops[index + 1], by: position - Double(index))
    }
}

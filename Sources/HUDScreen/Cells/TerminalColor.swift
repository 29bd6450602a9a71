/// The color of a cell: the terminal's default, one of its sixteen colors, or an RGB color.
///
/// A terminal that can't show a color shows the nearest one that it has.
public struct TerminalColor: Sendable, Hashable {
    /// The color in four bytes, because a grid has thousands of them. The high byte is the kind.
    let code: UInt32

    private init(code: UInt32) {
        self.code = code
    }

    /// The terminal's default color (SGR 39 and 49, terminfo `op`).
    public static let `default` = TerminalColor(code: 0)

    /// One of the terminal's sixteen colors, as the user has set them: 0 black, 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6 cyan,
    /// 7 white; 8 to 15 are the bright versions. Other numbers are clamped.
    public static func ansi(_ index: Int) -> TerminalColor {
        TerminalColor(code: 0x0100_0000 | UInt32(min(max(index, 0), 15)))
    }

    /// An sRGB color; each component is 0 to 255.
    public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> TerminalColor {
        TerminalColor(code: 0x0200_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }

    /// A color as an enum.
    enum Kind: Equatable {
        case `default`
        case ansi(Int)
        case rgb(red: Int, green: Int, blue: Int)
    }

    var kind: Kind {
        switch code >> 24 {
        case 1: .ansi(Int(code & 0xFF))
        case 2: .rgb(red: Int(code >> 16 & 0xFF), green: Int(code >> 8 & 0xFF), blue: Int(code & 0xFF))
        default: .default
        }
    }

    /// The RGB components, or nil for the default color. For the sixteen colors these are xterm's, because a program can't know the
    /// user's without querying the terminal.
    package var parts: (red: Int, green: Int, blue: Int)? {
        switch kind {
        case .default: nil
        case .ansi(let index): Self.xterm[index]
        case .rgb(let red, let green, let blue): (red, green, blue)
        }
    }

    /// Interpolates from this color (0) to `other` (1). If the components of either are unknown, the result is the nearer of the two.
    public func mixed(with other: TerminalColor, by fraction: Double) -> TerminalColor {
        let fraction = fraction > 0 ? min(fraction, 1) : 0
        guard fraction > 0 else { return self }
        guard fraction < 1, let from = parts, let to = other.parts else { return fraction < 0.5 ? self : other }
        func part(_ from: Int, _ to: Int) -> UInt8 { UInt8(from + Int((Double(to - from) * fraction).rounded())) }
        return .rgb(part(from.red, to.red), part(from.green, to.green), part(from.blue, to.blue))
    }

    static let xterm: [(red: Int, green: Int, blue: Int)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255)
    ]
}

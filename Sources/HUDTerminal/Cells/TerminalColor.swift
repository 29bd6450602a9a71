/// A colour of a cell: the terminal's own, one of its sixteen, or one by its parts.
///
/// What a terminal can't show it gets the nearest of (``ColorDepth``).
public struct TerminalColor: Sendable, Hashable {
    /// What it is, in four bytes: a grid has thousands of them. The uppermost byte says which kind.
    let code: UInt32

    private init(code: UInt32) {
        self.code = code
    }

    /// Whatever the terminal has where nothing is said. (SGR 39 and 49, terminfo `op`)
    public static let `default` = TerminalColor(code: 0)

    /// One of the terminal's sixteen colours, as the user has set them: 0 black, 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6 cyan, 7 white,
    /// 8 to 15 the same, bright. Any other number is brought in.
    public static func ansi(_ index: Int) -> TerminalColor {
        TerminalColor(code: 0x0100_0000 | UInt32(min(max(index, 0), 15)))
    }

    /// A colour by its parts in sRGB, 0 to 255 each.
    public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> TerminalColor {
        TerminalColor(code: 0x0200_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }

    /// What a colour says.
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

    /// Its parts; for the sixteen those that xterm has, since nobody is asked for the user's. Nil for the terminal's own.
    var parts: (red: Int, green: Int, blue: Int)? {
        switch kind {
        case .default: nil
        case .ansi(let index): Self.xterm[index]
        case .rgb(let red, let green, let blue): (red, green, blue)
        }
    }

    /// On the way from this colour (0) to `other` (1). Where one of them is not known by its parts, the nearer.
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

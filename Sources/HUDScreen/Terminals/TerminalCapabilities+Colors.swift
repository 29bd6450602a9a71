extension TerminalCapabilities {
    /// The colors of a terminal, and how they are set.
    package struct Colors: Sendable, Equatable {
        /// `setaf` and `setab`: set a color by number. Both, or neither and no colors.
        var foreground: TerminfoString?
        var background: TerminfoString?
        /// `colors`: the number of colors.
        var count = 0
        package var depth = ColorDepth.none
        /// `oc`: resets the palette. It is never sent; it is read so that it can be recognized in curses' output.
        package var resetPalette: [UInt8] = []

        func bytes(foreground color: TerminalColor) -> [UInt8] { bytes(for: color, by: foreground, trueColor: "38;2") }
        func bytes(background color: TerminalColor) -> [UInt8] { bytes(for: color, by: background, trueColor: "48;2") }

        private func bytes(for color: TerminalColor, by capability: TerminfoString?, trueColor: String) -> [UInt8] {
            guard let index = paletteIndex(of: color) else {
                // There is no standard terminfo capability for this; ISO 8613-6, in xterm's form.
                guard case .rgb(let red, let green, let blue) = color.kind else { return [] }
                return Array("\u{1B}[\(trueColor);\(red);\(green);\(blue)m".utf8)
            }
            return capability?.bytes(index) ?? []
        }

        /// The color that the terminal shows for another one, as far as it is known: xterm's palette.
        package func shown(_ color: TerminalColor) -> TerminalColor {
            guard depth > .none else { return .default }
            guard let index = paletteIndex(of: color) else { return color }
            return ColorDepth.paletteColor(index)
        }

        /// The index of the nearest color of this terminal; nil if it takes RGB values.
        func paletteIndex(of color: TerminalColor) -> Int? {
            if case .rgb = color.kind, depth == .trueColor { return nil }
            return nearestIndex(of: color)
        }

        /// The index of the nearest color in the terminal's palette; nil for the default color, and without a palette.
        package func nearestIndex(of color: TerminalColor) -> Int? {
            let index: Int
            switch (color.kind, depth) {
            case (.default, _), (_, .none): return nil
            case (.ansi(let number), _): index = number
            case (.rgb(let red, let green, let blue), _) where count == 256:
                return ColorDepth.paletteIndex(red: red, green: green, blue: blue)
            case (.rgb(let red, let green, let blue), _):
                index = ColorDepth.ansiIndex(red: red, green: green, blue: blue)
            }
            // Of a terminal with direct colors, such as xterm-direct, numbers from 8 on are RGB values.
            return count < 16 || count > 256 ? index % 8 : index
        }
    }

    /// The terminal with no colors but those of its palette.
    package var withPalette: TerminalCapabilities {
        var terminal = self
        terminal.colors.depth = min(colors.depth, colors.count == 256 ? .palette : .sixteen)
        return terminal
    }
}

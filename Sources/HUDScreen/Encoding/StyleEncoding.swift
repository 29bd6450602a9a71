extension TerminalCapabilities {
    /// Appends the bytes that change the current style.
    ///
    /// Adding an attribute is cheaper than removing one, because only all attributes together can be reset (terminfo `sgr0`).
    ///
    /// - Parameter colors: The strings of colors that were sent before, those of backgrounds by the complement of a color's code.
    func appendStyle(from old: CellStyle, to new: CellStyle, to bytes: inout [UInt8], by colors: inout ExpandedStrings) {
        let (old, new) = (shown(old), shown(new))
        if old == new { return }
        let loses =
            !new.attributes.isSuperset(of: old.attributes) || old.foreground != .default && new.foreground == .default
            || old.background != .default && new.background == .default
        if loses { bytes += resetStyle }
        let from = loses ? .plain : old
        let added = new.attributes.subtracting(from.attributes)
        if added.contains(.bold) { bytes += bold }
        if added.contains(.dim) { bytes += dim }
        if added.contains(.underline) { bytes += underline }
        if added.contains(.reverse) { bytes += reverse }
        if new.foreground != from.foreground {
            let code = Int(new.foreground.code)
            bytes += colors.string(for: code, of: self) { $0.color(new.foreground, by: setForeground, trueColor: "38;2") } ?? []
        }
        if new.background != from.background {
            let code = ~Int(new.background.code)
            bytes += colors.string(for: code, of: self) { $0.color(new.background, by: setBackground, trueColor: "48;2") } ?? []
        }
    }

    /// The part of a style that this terminal can show.
    private func shown(_ style: CellStyle) -> CellStyle {
        guard !resetStyle.isEmpty else { return .plain }
        var attributes = style.attributes
        if bold.isEmpty { attributes.remove(.bold) }
        if dim.isEmpty { attributes.remove(.dim) }
        if underline.isEmpty { attributes.remove(.underline) }
        if reverse.isEmpty { attributes.remove(.reverse) }
        guard colorDepth > .none else { return CellStyle(attributes: attributes) }
        return CellStyle(foreground: style.foreground, background: style.background, attributes: attributes)
    }

    private func color(_ color: TerminalColor, by capability: TerminfoString?, trueColor: String) -> [UInt8] {
        guard let index = paletteIndex(of: color) else {
            // There is no standard terminfo capability for this; ISO 8613-6, in xterm's form.
            guard case .rgb(let red, let green, let blue) = color.kind else { return [] }
            return Array("\u{1B}[\(trueColor);\(red);\(green);\(blue)m".utf8)
        }
        return capability?.bytes(index) ?? []
    }

    /// The color that the terminal shows for another one, as far as it is known: xterm's palette.
    package func shown(_ color: TerminalColor) -> TerminalColor {
        guard colorDepth > .none else { return .default }
        guard let index = paletteIndex(of: color) else { return color }
        return ColorDepth.paletteColor(index)
    }

    /// The terminal with no colors but those of its palette.
    package var withPalette: TerminalCapabilities {
        var terminal = self
        terminal.colorDepth = min(colorDepth, colorCount == 256 ? .palette : .sixteen)
        return terminal
    }

    /// The index of the nearest color of this terminal; nil if it takes RGB values.
    func paletteIndex(of color: TerminalColor) -> Int? {
        if case .rgb = color.kind, colorDepth == .trueColor { return nil }
        return nearestIndex(of: color)
    }

    /// The index of the nearest color in the terminal's palette; nil for the default color, and without a palette.
    package func nearestIndex(of color: TerminalColor) -> Int? {
        let index: Int
        switch (color.kind, colorDepth) {
        case (.default, _), (_, .none): return nil
        case (.ansi(let number), _): index = number
        case (.rgb(let red, let green, let blue), _) where colorCount == 256:
            return ColorDepth.paletteIndex(red: red, green: green, blue: blue)
        case (.rgb(let red, let green, let blue), _):
            index = ColorDepth.ansiIndex(red: red, green: green, blue: blue)
        }
        // Of a terminal with direct colors, such as xterm-direct, numbers from 8 on are RGB values.
        return colorCount < 16 || colorCount > 256 ? index % 8 : index
    }
}

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
        if loses { bytes += styles.reset }
        let from = loses ? .plain : old
        let added = new.attributes.subtracting(from.attributes)
        styles.append(added, to: &bytes)
        if new.foreground != from.foreground {
            let code = Int(new.foreground.code)
            bytes += colors.string(for: code, of: self) { $0.colors.bytes(foreground: new.foreground) } ?? []
        }
        if new.background != from.background {
            let code = ~Int(new.background.code)
            bytes += colors.string(for: code, of: self) { $0.colors.bytes(background: new.background) } ?? []
        }
    }

    /// The part of a style that this terminal can show.
    private func shown(_ style: CellStyle) -> CellStyle {
        guard !styles.reset.isEmpty else { return .plain }
        let attributes = styles.shown(style.attributes)
        guard colors.depth > .none else { return CellStyle(attributes: attributes) }
        return CellStyle(foreground: style.foreground, background: style.background, attributes: attributes)
    }
}

extension TerminalCapabilities.Styles {
    /// Appends the bytes that add attributes.
    fileprivate func append(_ added: CellStyle.Attributes, to bytes: inout [UInt8]) {
        if added.contains(.bold) { bytes += bold }
        if added.contains(.dim) { bytes += dim }
        if added.contains(.underline) { bytes += underline }
        if added.contains(.reverse) { bytes += reverse }
    }

    /// The attributes that this terminal can show.
    fileprivate func shown(_ attributes: CellStyle.Attributes) -> CellStyle.Attributes {
        var attributes = attributes
        if bold.isEmpty { attributes.remove(.bold) }
        if dim.isEmpty { attributes.remove(.dim) }
        if underline.isEmpty { attributes.remove(.underline) }
        if reverse.isEmpty { attributes.remove(.reverse) }
        return attributes
    }
}

/// A mark for an outcome: a ready-made custom view. (`MBProgressHUDModeCustomView`)
enum HUDMark: Sendable, CaseIterable {
    case checkmark
    case cross
    case warning

    /// The mark as one character.
    func glyph(in glyphs: Glyphs) -> String {
        switch self {
        case .checkmark: glyphs.checkmark
        case .cross: glyphs.cross
        case .warning: glyphs.warning
        }
    }
}

/// Keeps text that is written from right to left from the rest of its row, in terminals that reorder what they show.
///
/// Such a terminal applies the Unicode Bidirectional Algorithm to a row: numbers and bars after right-to-left text would become a part of it. A
/// left-to-right mark (U+200E) before and after the text ends what belongs to it. It takes no column; the terminal adds it to the cell before it.
///
/// - VTE and Konsole run the algorithm on the cells with everything that was added to them.
/// - mlterm finds the direction of a row by its first letter, and leaves out what was added to a cell. It ends text at a bar, because block elements
///   end text there.
/// - PuTTY removes marks and isolates. xterm, tmux, kitty and others reorder nothing.
///
/// An isolate (U+2068, U+2069) would lay out the text by itself, but one whose end is overwritten reaches to the end of the row.
enum Direction {
    /// LEFT-TO-RIGHT MARK.
    static let mark: Unicode.Scalar = "\u{200E}"

    /// Whether a character is written from right to left, or is in a block of such characters (bidirectional classes R and AL).
    static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}

/// The texts of a bezel, carried from frame to frame: they are cut, made harmless and measured when they change.
package struct BezelTexts: Sendable {
    /// The label at place 0, the button at place 1, and the rows of the details from place 2.
    var cells = TextCache()
    private var source = ""
    private var isUTF8 = true
    private var details = BezelDetails("", isUTF8: true)

    package init() {}

    /// The details label, in a form that can be wrapped.
    mutating func details(_ text: String, isUTF8: Bool) -> BezelDetails {
        if isUTF8 != self.isUTF8 || !text.hasSameBytes(as: source) {
            (source, self.isUTF8) = (text, isUTF8)
            details = BezelDetails(text, isUTF8: isUTF8)
        }
        return details
    }
}

/// The details label of a bezel: its words, and the width of its widest line.
struct BezelDetails: Sendable {
    /// Rows beyond these are never drawn.
    static let mostRows = 100

    let words: WrappableText
    /// The columns of the widest line; one more than ``BezelLayout/mostTextColumns`` if it is wider than that.
    let columns: Int

    init(_ text: String, isUTF8: Bool) {
        let text = text.beginning(characters: BezelView.mostCharacters)
        // One row more than is drawn tells whether there are more.
        words = WrappableText(text, isUTF8: isUTF8, most: Self.mostRows + 1)
        columns = text.splitIntoLines().reduce(0) { columns, line in
            max(columns, CellGrid.columns(of: String(line), isUTF8: isUTF8, limit: BezelLayout.mostTextColumns))
        }
    }
}

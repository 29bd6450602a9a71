extension String {
    /// The text in one line that no terminal, and no service that shows a log, obeys: with another character in place of each control character, also of those
    /// that end a line or change the direction of text.
    ///
    /// - Parameters:
    ///   - replacement: The character that takes their places.
    ///   - keepsLines: Whether the ends of lines stay.
    ///   - isUTF8: Whether characters beyond ASCII stay.
    package func withoutControls(
        replacement: Unicode.Scalar = "?", keepsLines: Bool = false, isUTF8: Bool = true
    ) -> String {
        unicodeScalars.reduce(into: "") { result, scalar in
            let isText =
                switch scalar.value {
                case 0x0A, 0x0D, 0x2028, 0x2029: keepsLines
                default: scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
                }
            result.unicodeScalars.append(isText && (isUTF8 || scalar.isASCII) ? scalar : replacement)
        }
    }
}

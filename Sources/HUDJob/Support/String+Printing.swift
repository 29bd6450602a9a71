extension String {
    /// The bytes of a line with this text.
    var asLine: [UInt8] { Array((self + "\n").utf8) }

    /// The text with a question mark for each control character, also of those that change the direction of text, which a terminal or a service that shows a
    /// log would obey.
    ///
    /// - Parameters:
    ///   - keepsLines: Whether carriage returns and line feeds stay.
    ///   - isUTF8: Whether characters beyond ASCII stay.
    package func withoutControls(keepsLines: Bool = false, isUTF8: Bool = true) -> String {
        unicodeScalars.reduce(into: "") { result, scalar in
            let isControl = scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
            let isText = !isControl || keepsLines && ["\r", "\n"].contains(scalar)
            result.unicodeScalars.append(isText && (isUTF8 || scalar.isASCII) ? scalar : "?")
        }
    }
}

extension String {
    /// The text with a question mark for each control character, which a terminal or a service that shows a log would obey.
    ///
    /// - Parameter keepsLines: Whether carriage returns and line feeds stay.
    package func withoutControls(keepsLines: Bool = false) -> String {
        unicodeScalars.reduce(into: "") { result, scalar in
            let stays = scalar.properties.generalCategory != .control || keepsLines && ["\r", "\n"].contains(scalar)
            result.unicodeScalars.append(stays ? scalar : "?")
        }
    }
}

extension Unicode.Scalar {
    /// The scalar as it may stand in a message: itself, or `\u{1b}` where a terminal would act on it or could not show it.
    package var inMessage: String {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: escaped
        default: String(self)
        }
    }

    /// The scalar by its number: `\u{1b}`.
    package var escaped: String {
        "\\u{" + String(value, radix: 16) + "}"
    }
}

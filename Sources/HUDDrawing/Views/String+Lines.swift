extension String {
    /// The lines of the text without the line breaks. Empty lines count, and a text that ends in a line break has an empty one at the end.
    ///
    /// - Parameter most: The maximum number of lines, at least one. The last one has the rest of the text, line breaks included.
    @inline(never)
    func splitIntoLines(most: Int = .max) -> [Substring] {
        split(maxSplits: most - 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }
}

/// Control sequences that set colors and attributes (ECMA-48, 8.3.117 SGR): ESC, `[`, parameters, `m`.
package enum ColorSequence {
    /// The index after a sequence at the start of `text`; nil if `text` starts with something else.
    package static func end(in text: Substring.UnicodeScalarView) -> String.Index? {
        guard text.first == "\u{1B}", text.dropFirst().first == "[" else { return nil }
        let end = text.dropFirst(2).firstIndex { !("0"..."9" ~= $0 || $0 == ";" || $0 == ":") }
        guard let end, text[end] == "m" else { return nil }
        return text.index(after: end)
    }
}

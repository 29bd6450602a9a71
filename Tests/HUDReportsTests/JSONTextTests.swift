import Testing

@testable import HUDReports

extension JSONCursor {
    /// The next value on one line, without spaces, with characters outside ASCII as numbers.
    fileprivate mutating func valueText() -> String {
        func quoted(_ string: JSONString?) -> String {
            let scalars = string?.text().unicodeScalars.map {
                (0x20..<0x7F).contains($0.value) ? String($0) : "<\(String($0.value, radix: 16))>"
            }
            return "\"" + (scalars ?? []).joined() + "\""
        }
        var values: [String] = []
        switch kind() {
        case .word: return flag().map { String($0) } ?? "null"
        case .number: return number().map { String($0.double) } ?? ""
        case .string: return quoted(string())
        case .array:
            _ = beginArray()
            while nextElement() { values.append(valueText()) }
            return "[" + values.joined(separator: ",") + "]"
        case .object:
            _ = beginObject()
            while let name = nextName() { values.append(quoted(name) + ":" + valueText()) }
            return "{" + values.joined(separator: ",") + "}"
        case nil: return ""
        }
    }
}

private let surrogate = "half of a surrogate pair: expected \\ud800 to \\udbff, then \\udc00 to \\udfff"

/// What is JSON, and where a text is not.
@Suite struct JSONTextTests {
    private func read(_ bytes: [UInt8]) throws(JSONError) -> String {
        let result = bytes.withUnsafeBytes { bytes -> Result<String, JSONError> in
            Result { () throws(JSONError) in
                var cursor = try JSONCursor(checking: bytes)
                return cursor.valueText()
            }
        }
        return try result.get()
    }

    private func read(_ text: String) throws(JSONError) -> String { try read(Array(text.utf8)) }

    @Test(
        arguments: [
            ("null", "null"), ("true", "true"), ("false", "false"), (" \t\r\n0\t\r\n ", "0.0"), ("\u{FEFF}[]", "[]"),
            ("-0", "0.0"), ("12", "12.0"), ("-1.5", "-1.5"), ("1e2", "100.0"), ("1E+2", "100.0"), ("25e-1", "2.5"),
            ("0.1e1", "1.0"),
            ("0e0", "0.0"), ("1e400", "inf"), ("-1e400", "-inf"), ("1e-400", "0.0"),
            ("123456789012345678901234567890", "1.2345678901234568e+29"),
            ("\"\"", "\"\""), ("\"a b\"", "\"a b\""), ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\"\\/<8><c><a><d><9>\""),
            ("\"\u{7F}\"", "\"<7f>\""),
            ("\"\\u0000\\u001b\\u00E9\\uFFFF\"", "\"<0><1b><e9><ffff>\""), ("\"\\ud83d\\uDE00\"", "\"<1f600>\""),
            ("\"\\uD800\\uDC00\\udbff\\udfff\"", "\"<10000><10ffff>\""),
            ("\"⠋é界😀\u{2028}\"", "\"<280b><e9><754c><1f600><2028>\""),
            ("[]", "[]"), ("[ ]", "[]"), ("[1 , [ ] ,{}]", "[1.0,[],{}]"), ("{}", "{}"), ("{ }", "{}"),
            ("{\"a\" : 1 , \"\":[null]}", "{\"a\":1.0,\"\":[null]}"),
            ("{\"a\":1,\"a\":2}", "{\"a\":1.0,\"a\":2.0}"), ("{\"\\u0061\":0}", "{\"a\":0.0}")
        ] as [(String, String)])
    func `Everything that RFC 8259 allows is accepted`(text: String, expected: String) throws {
        #expect(try read(text) == expected)
    }

    @Test(
        arguments: [
            ("", 0, "expected a value, not the end"), ("  ", 2, "expected a value, not the end"),
            ("\u{FEFF}", 3, "expected a value, not the end"),
            ("\u{FEFF}\u{FEFF}1", 3, "expected a value"), ("\u{A0}1", 0, "expected a value"), ("1 2", 2, "expected nothing more"),
            ("[]]", 2, "expected nothing more"), ("nul", 0, "expected a value"), ("True", 0, "expected a value"),
            ("nullx", 4, "expected nothing more"),
            ("NaN", 0, "expected a value"), ("Infinity", 0, "expected a value"), ("-Infinity", 1, "expected a digit"),
            ("'a'", 0, "expected a value"),
            ("+1", 0, "expected a value"), (".5", 0, "expected a value"), ("-", 1, "expected a digit, not the end"),
            ("01", 1, "expected nothing more"),
            ("-01", 2, "expected nothing more"), ("1.", 2, "expected a digit, not the end"), ("1.e1", 2, "expected a digit"),
            ("1e", 2, "expected a digit, not the end"), ("1e+-1", 3, "expected a digit"), ("0x10", 1, "expected nothing more"),
            ("1_000", 1, "expected nothing more"), ("１", 0, "expected a value"),
            ("[", 1, "expected a value, not the end"), ("[1", 2, "expected ',' or ']', not the end"),
            ("[1,", 3, "expected a value, not the end"),
            ("[1,]", 3, "expected a value"), ("[,1]", 1, "expected a value"), ("[1 2]", 3, "expected ',' or ']'"),
            ("[1}", 2, "expected ',' or ']'"),
            ("[1] // x", 4, "expected nothing more"), ("/**/1", 0, "expected a value"),
            ("{", 1, "expected a name in double quotes or '}', not the end"),
            ("{a:1}", 1, "expected a name in double quotes or '}'"),
            ("{'a':1}", 1, "expected a name in double quotes or '}'"), ("{1:1}", 1, "expected a name in double quotes or '}'"),
            ("{\"a\"}", 4, "expected ':'"), ("{\"a\" 1}", 5, "expected ':'"), ("{\"a\":}", 5, "expected a value"),
            ("{\"a\":1", 6, "expected ',' or '}', not the end"), ("{\"a\":1,}", 7, "expected a name in double quotes"),
            ("{\"a\":1 \"b\":2}", 7, "expected ',' or '}'"), ("{\"a\":1]", 6, "expected ',' or '}'"),
            ("\"", 1, "expected '\"', not the end"), ("\"a", 2, "expected '\"', not the end"),
            ("\"a\nb\"", 2, "expected '\"' before the end of the line"),
            ("\"\t\"", 1, "expected \\u0009, not the control character itself"),
            ("\"\u{1B}\"", 1, "expected \\u001b, not the control character itself"),
            ("\"\0\"", 1, "expected \\u0000, not the control character itself"),
            ("\"\\", 2, "expected one of \"\\/bfnrtu after the backslash, not the end"),
            ("\"\\x41\"", 2, "expected one of \"\\/bfnrtu after the backslash"),
            ("\"\\U0041\"", 2, "expected one of \"\\/bfnrtu after the backslash"),
            ("\"\\\n\"", 2, "expected one of \"\\/bfnrtu after the backslash"),
            ("\"\\u12\"", 5, "expected four hexadecimal digits after \\u"),
            ("\"\\u12", 5, "expected four hexadecimal digits after \\u, not the end"),
            ("\"\\u00g0\"", 5, "expected four hexadecimal digits after \\u"),
            ("\"\\u００００\"", 3, "expected four hexadecimal digits after \\u"),
            ("\"\\ud800\"", 1, surrogate), ("\"\\udc00\"", 1, surrogate), ("\"\\ud800x\"", 1, surrogate),
            ("\"\\ud800\\n\"", 1, surrogate),
            ("\"\\ud800\\ud800\"", 1, surrogate), ("\"\\ud800\\u0041\"", 1, surrogate), ("\"\\udfff\\udc00\"", 1, surrogate),
            ("\"\\ud800\\u00\"", 11, "expected four hexadecimal digits after \\u")
        ] as [(String, Int, String)])
    func `Everything else is rejected with its position`(text: String, offset: Int, message: String) {
        #expect(throws: JSONError(offset: offset, message: message)) { try read(text) }
    }

    @Test(
        arguments: [
            ([0xFF], 0), ([0x22, 0x80, 0x22], 1), ([0x22, 0xC3, 0x22], 1), ([0x22, 0xC0, 0xAF, 0x22], 1),
            ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
            ([0x22, 0xC3, 0xA9, 0xF5, 0x80, 0x80, 0x80, 0x22], 3), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1),
            ([0x5B, 0x5D, 0xE2, 0xA0], 2),
            ([0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00], 0), ([0x22, 0x5C, 0xE9, 0x22], 2)
        ] as [([UInt8], Int)])
    func `Invalid UTF-8 is rejected`(bytes: [UInt8], offset: Int) {
        #expect(throws: JSONError(offset: offset, message: "not UTF-8")) { try read(bytes) }
    }

    @Test func `Values may be nested up to the limit`() throws {
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(try read(nested(64)) == nested(64))
        #expect(throws: JSONError(offset: 64, message: "nested too deep")) { try read(nested(65)) }
        #expect(throws: JSONError(offset: 64, message: "nested too deep")) { try read(String(repeating: "[", count: 1_000_000)) }
        let objects = String(repeating: "{\"a\":", count: 1_000_000)
        #expect(throws: JSONError(offset: 320, message: "nested too deep")) { try read(objects) }
    }

    @Test func `Names and values have offsets`() {
        let offsets = Array(" {\"a\": 1, \"é\": [2], \"a\": 3}".utf8).withUnsafeBytes { bytes in
            var cursor = JSONCursor(bytes)
            var offsets = [cursor.offsetOfValue()]
            _ = cursor.beginObject()
            while let name = cursor.nextName() {
                offsets += [cursor.offset(of: name), cursor.offsetOfValue()]
                cursor.skip()
            }
            return offsets
        }
        #expect(offsets == [1, 2, 7, 10, 16, 21, 26])
    }
}

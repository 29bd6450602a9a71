import Testing

@testable import HUDReports

/// What a strict reader of JSON must take and refuse.
@Suite struct JSONCursorTests {
    /// Whether the whole text is JSON, by skipping it.
    func isJSON(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBytes { bytes in
            var cursor = JSONCursor(bytes)
            cursor.skip()
            return cursor.isComplete()
        }
    }

    @Test(arguments: [
        "{}", "[]", " { } ", "0", "-0", "1.5e-3", "12E+2", "\"\"", "\"\\u00e9\\n\\\\\"", "true", "false", "null",
        "[1,2,[3,{\"a\":[]}]]",
        "{\"a\":1,\"b\":{\"c\":\"d\"}}", "\"Größe ✓\"", "\t[1 , 2]\r"
    ])
    func `JSON is read to its end`(text: String) {
        #expect(isJSON(text))
    }

    @Test(arguments: [
        "", "{", "[", "{]", "[}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1,]", "[,1]", "[1 2]", "01", "-", "1.", ".5", "1e", "+1",
        "tru", "nul",
        "\"", "\"\\x\"", "\"\\u12\"", "\"\n\"", "{a:1}", "{\"a\":1}}", "[]]", "{} {}", "{\"a\" 1}", "NaN", "'a'"
    ])
    func `What is not JSON is refused`(text: String) {
        #expect(!isJSON(text))
    }

    @Test func `After a mistake nothing is read`() {
        for rest in ["\"a\"", "1", "true"] {
            Array("[1 \(rest)]".utf8).withUnsafeBytes { bytes in
                var cursor = JSONCursor(bytes)
                #expect(cursor.beginArray() && cursor.nextElement() && cursor.number() != nil && !cursor.nextElement())
                #expect(cursor.kind() == nil && cursor.string() == nil && cursor.number() == nil && cursor.flag() == nil)
                #expect(!cursor.isComplete() && cursor.error == JSONError(offset: 3, message: "expected ',' or ']'"))
            }
        }
    }

    @Test func `Bytes that are not UTF-8 are refused`() {
        let bytes: [UInt8] = [0x22, 0xC3, 0x28, 0x22]
        let isComplete = bytes.withUnsafeBytes { bytes in
            var cursor = JSONCursor(bytes)
            return cursor.string() != nil && cursor.isComplete()
        }
        #expect(!isComplete)
    }

    @Test func `Levels are bounded`() {
        #expect(isJSON(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)))
        #expect(!isJSON(String(repeating: "[", count: 65) + String(repeating: "]", count: 65)))
        #expect(!isJSON(String(repeating: "[", count: 100_000)))
    }

    @Test(arguments: [
        ("0", 0, 0.0), ("1.25", 1, 1.25), ("-3.5", -3, -3.5), ("12e2", 1200, 1200), ("5e-1", 0, 0.5),
        ("123456789012345678901", Int.max, 1.2345678901234568e20),
        ("1e400", Int.max, Double.infinity), ("0.000000000000000000000001", 0, 1e-24), ("0e99999999999", 0, 0)
    ])
    func `Numbers have a whole part and a value`(text: String, whole: Int, value: Double) throws {
        let number = Array(text.utf8).withUnsafeBytes { bytes in
            var cursor = JSONCursor(bytes)
            return cursor.number()
        }
        let read = try #require(number)
        #expect(read.integer == whole)
        #expect(read.double == value || abs(read.double - value) < abs(value) * 1e-12)
    }

    @Test(arguments: [
        ("0", Duration.zero), ("0.000000001", .nanoseconds(1)), ("12.5", .milliseconds(12500)),
        ("58604.376189692", .nanoseconds(58_604_376_189_692)),
        ("1795381708.7494416", .nanoseconds(1_795_381_708_749_441_600))
    ])
    func `Seconds are exact to the nanosecond`(text: String, duration: Duration) {
        let number = Array(text.utf8).withUnsafeBytes { bytes in
            var cursor = JSONCursor(bytes)
            return cursor.number()
        }
        #expect(number?.seconds == duration)
    }

    @Test(arguments: [
        ("\"a\\\"b\\\\c\\/\\n\"", "a\"b\\c/\n"), ("\"\\u00e9\\ud83d\\ude00\"", "é😀"), ("\"\\ud800x\"", "\u{FFFD}x"),
        ("\"\\udc00\"", "\u{FFFD}")
    ])
    func `Strings are unescaped`(text: String, expected: String) {
        let read = Array(text.utf8).withUnsafeBytes { bytes in
            var cursor = JSONCursor(bytes)
            return cursor.string()?.text()
        }
        #expect(read == expected)
    }

    @Test(arguments: ["\"aé✓é\"", "\"\\u0061é✓é\"", "\"aé✓\\u00e9\""])
    func `A long string is cut between characters`(text: String) {
        let read = Array(text.utf8).withUnsafeBytes { bytes in
            var cursor = JSONCursor(bytes)
            let string = cursor.string()
            return (0...9).map { string?.text(atMost: $0) ?? "" }
        }
        #expect(read == ["", "a", "a", "aé", "aé", "aé", "aé✓", "aé✓", "aé✓é", "aé✓é"])
    }
}

import Testing

@testable import HUDScreen
@testable import HUDTerminal

@Suite struct SpinnerFileTests {
    private func read(_ text: String) throws(SpinnerFileError) -> [Spinner] { try SpinnerFile.spinners(in: Array(text.utf8)) }

    private func message(_ text: String) -> String {
        do {
            return "read: \(try read(text).map(\.name))"
        } catch {
            return error.description
        }
    }

    private func spinner(_ rest: String) -> String { "{\"x\": {\(rest)}}" }

    @Test func `A file in cli-spinners' format is read`() throws {
        let spinners = try read(
            """
            {
                "dots": {
                    "interval": 80,
                    "frames": ["⠋", "⠙"]
                },
                "line": {"frames": ["-", "\\\\"], "interval": 130}
            }
            """)
        #expect(
            spinners == [
                Spinner(name: "dots", interval: .milliseconds(80), frames: ["⠋", "⠙"]),
                Spinner(name: "line", interval: .milliseconds(130), frames: ["-", "\\"])
            ])
        #expect(spinners[0].asciiFrames == Spinner.line.frames)
        #expect(spinners[1].asciiFrames == ["-", "\\"])
    }

    @Test func `A file may have ASCII frames, and unknown keys are ignored`() throws {
        let spinners = try read(
            spinner(#""ascii": ["o ", "O"], "x": [{"frames": null}], "interval": 99.5, "frames": ["◐", "◑"]"#))
        #expect(spinners[0].asciiFrames == ["o ", "O "])
        #expect(spinners[0].interval == .microseconds(99_500))
        #expect(spinners[0].asciiInterval == .microseconds(99_500))
    }

    @Test(
        arguments: [
            ("10", 10_000_000), ("60000", 60_000_000_000), ("6e4", 60_000_000_000), ("80.1", 80_100_000),
            ("16.666666", 16_666_666),
            ("16.6666667", 16_666_667), ("10.0000000001", 10_000_000)
        ] as [(String, Int64)])
    func `An interval is in milliseconds, decimals and all`(interval: String, nanoseconds: Int64) throws {
        #expect(try read(spinner("\"interval\": \(interval), \"frames\": [\"a\"]"))[0].interval == .nanoseconds(nanoseconds))
    }

    @Test func `Of two spinners with one name the last one counts, in the place of the first, which need not be valid`() throws {
        let frames = #"{"interval": 80, "frames": ["a"]}"#
        let spinners = try read(#"{"x": 7, "y": \#(frames), "x": {"interval": 1, "interval": 90, "frames": ["b"]}}"#)
        #expect(spinners.map(\.name) == ["x", "y"])
        #expect(spinners[0].frames == ["b"])
        #expect(spinners[0].interval == .milliseconds(90))
        // Names that are equal once they are harmless count as equal.
        #expect(try read(#"{"a\u0007": 7, "a\u2407": \#(frames)}"#).map(\.name) == ["a␇"])
    }

    @Test func `A file without spinners is valid`() throws {
        #expect(try read("{}") == [])
    }

    @Test(
        arguments: [
            ("", "line 1, column 1: expected a value, not the end"),
            ("[]", "line 1, column 1: expected '{' and the spinners by their names"),
            ("{\n  \"x\": 1\n  \"y\": 2\n}", "line 3, column 3: expected ',' or '}'"),
            ("{\r\n  \"é界\": 1\r\r\n  \"y\": 2\n}", "line 4, column 3: expected ',' or '}'"),
            ("{\"é界😀\" 1}", "line 1, column 8: expected ':'"),
            ("\u{FEFF}x", "line 1, column 1: expected a value"),
            ("{\"x\": 1}", "line 1, column 7: \"x\": expected {\"interval\": 80, \"frames\": [...]}"),
            ("{\"x\": {}}", "line 1, column 7: \"x\": expected an \"interval\" in milliseconds"),
            ("{\"x\": {\"interval\": 80}}", "line 1, column 7: \"x\": expected \"frames\": [...]"),
            (
                "{\"\": {\"interval\": 80, \"frames\": [\"a\"]}}",
                "line 1, column 2: \"\": expected a name of 1 to 80 columns"
            ),
            (
                "{\"x\": {\n\"interval\": 80,\n\"frames\": []}}",
                "line 3, column 11: \"x\": \"frames\" is empty: expected 1 to 1000 frames"
            ),
            (
                "{\"x\": {\"interval\": 80, \"frames\": [\"a\"], \"ascii\": []}}",
                "line 1, column 50: \"x\": \"ascii\" is empty: expected 1 to 1000 frames"
            ),
            (
                "{\"x\": {\"interval\": 80, \"frames\": \"ab\"}}",
                "line 1, column 34: \"x\": expected a list of frames: \"frames\": [\"|\", \"-\"]"
            ),
            (
                "{\"x\": {\"interval\": 80, \"frames\": [\"a\", 1]}}",
                "line 1, column 40: \"x\": expected a frame in double quotes"
            ),
            (
                "{\"x\": {\"interval\": 80, \"frames\": [\"a\"], \"ascii\": [\"a\", \"é\"]}}",
                "line 1, column 56: \"x\": a frame in \"ascii\" is not ASCII"
            ),
            (
                "{\"a\\u001b\\n\": {\"interval\": 0, \"frames\": [\"a\"]}}",
                "line 1, column 28: \"a␛ \": \"interval\" is in milliseconds: expected a number from 10 to 60000"
            )
        ] as [(String, String)])
    func `An error has a position and the expected input`(text: String, expected: String) {
        #expect(message(text) == expected)
    }

    @Test(arguments: ["9.999", "60000.1", "0", "-80", "1e400", "\"80\"", "null", "[80]", "true"])
    func `An invalid interval is an error`(interval: String) {
        #expect(
            message(spinner("\"interval\": \(interval), \"frames\": [\"a\"]"))
                == "line 1, column 20: \"x\": \"interval\" is in milliseconds: expected a number from 10 to 60000")
    }

    @Test func `A file that is not UTF-8 is an error`() {
        #expect(throws: SpinnerFileError(line: 2, column: 2, message: "not UTF-8")) {
            try SpinnerFile.spinners(in: Array("{\n\"".utf8) + [0xE9, 0x22])
        }
    }

    @Test func `A file may have 1 MiB, 1000 spinners, 1000 frames each, 80 columns a frame, and no more`() throws {
        func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
        #expect(try read("{}" + blanks((1 << 20) - 2)).isEmpty)
        #expect(message("{}" + blanks((1 << 20) - 1)) == "line 1, column 1: the file is too large: at most 1 MiB")

        func spinners(_ count: Int) -> String {
            "{" + (0..<count).map { "\"\($0)\":{\"interval\":80,\"frames\":[\"a\"]}" }.joined(separator: ",") + "}"
        }
        #expect(try read(spinners(1000)).count == 1000)
        #expect(message(spinners(1001)).hasSuffix(": too many spinners: at most 1000"))

        func frames(_ count: Int) -> String {
            spinner("\"interval\":80,\"frames\":[" + Array(repeating: "\"a\"", count: count).joined(separator: ",") + "]")
        }
        #expect(try read(frames(1000))[0].frames.count == 1000)
        #expect(message(frames(1001)) == "line 1, column 31: \"x\": \"frames\" has 1001 frames: expected 1 to 1000 frames")

        func frame(_ frame: String) -> String { spinner("\"interval\":80,\"frames\":[\"\(frame)\"]") }
        #expect(try read(frame(String(repeating: "界", count: 40)))[0].columns(isUTF8: true) == 80)
        #expect(message(frame(blanks(81))) == "line 1, column 32: \"x\": a frame is 81 columns wide: at most 80")
        #expect(
            message(frame("a" + String(repeating: "\u{301}", count: 320)))
                == "line 1, column 32: \"x\": a frame is of too many characters: at most 320")
        #expect(message(String(repeating: "[", count: 65)) == "line 1, column 65: nested too deep")

        let name = String(repeating: "n", count: 81)
        #expect(
            message("{\"\(name)\": {}}")
                == "line 1, column 2: \"\(String(repeating: "n", count: 40))...\": expected a name of 1 to 80 columns")
    }
}

import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// The columns that a frame takes on the screen, by the cells it is drawn in.
func drawnColumns(_ frame: String, isUTF8: Bool = true) -> Int {
    CellGrid.columns(of: frame, isUTF8: isUTF8)
}

extension Spinner {
    var allFrames: [String] { frames + reducedFrames }
    var allASCIIFrames: [String] { asciiFrames + asciiReducedFrames }

    /// Whether the spinner satisfies the rules for every spinner.
    var isSound: Bool {
        !frames.isEmpty && !asciiFrames.isEmpty && !reducedFrames.isEmpty && !asciiReducedFrames.isEmpty
            && (1...80).contains(columns(isUTF8: true)) && (1...80).contains(columns(isUTF8: false))
            && allFrames.allSatisfy { drawnColumns($0) == columns(isUTF8: true) && HarmlessText.of($0, isUTF8: true) == $0 }
            && allASCIIFrames.allSatisfy {
                $0.utf8.count == columns(isUTF8: false) && $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
            }
            && allFrames.allSatisfy { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } }
            && min(interval, asciiInterval) >= .milliseconds(10) && max(interval, asciiInterval) <= .seconds(60)
            && reducedInterval >= .seconds(1)
    }
}

@Suite struct BuiltInSpinnerTests {
    @Test func `There are many spinners with distinct names`() {
        #expect(Spinner.builtIn.count >= 45)
        #expect(Set(Spinner.builtIn.map(\.name)).count == Spinner.builtIn.count)
        #expect(Set(Spinner.builtIn.map { $0.name.lowercased() }).count == Spinner.builtIn.count)
    }

    @Test func `No two look the same`() {
        #expect(Set(Spinner.builtIn.map(\.frames)).count == Spinner.builtIn.count)
    }

    @Test func `Spinners are in natural order`() {
        let names = Spinner.builtIn.map(\.name)
        #expect(names.prefix(5) == ["activity", "aesthetic", "arc", "arrow", "arrow3"])
        #expect(
            names.filter { $0.hasPrefix("dots") }
                == ["dots", "dots2", "dots3", "dots4", "dots5", "dots6", "dots7", "dots8", "dots9", "dots10", "dots11"])
    }

    @Test func `Each spinner is found by its name, ignoring case`() {
        for spinner in Spinner.builtIn {
            #expect(Spinner.named(spinner.name) == spinner)
            #expect(Spinner.named(spinner.name.uppercased()) == spinner)
        }
        #expect(Spinner.named("dots") == .dots)
        #expect(Spinner.named("line") == .line)
        #expect(Spinner.named("no such") == nil)
        #expect(Spinner.named("") == nil)
    }

    @Test(arguments: Spinner.builtIn)
    func `All frames of a character set take the same columns and are safe to draw`(spinner: Spinner) {
        #expect(spinner.isSound, "\(spinner)")
    }

    @Test(arguments: Spinner.builtIn)
    func `A spinner moves, with reduced motion too`(spinner: Spinner) {
        for frames in [spinner.frames, spinner.asciiFrames, spinner.reducedFrames, spinner.asciiReducedFrames] {
            #expect(Set(frames).count >= 2, "\(spinner.name): \(frames)")
        }
        #expect(spinner.reducedFrames.count <= 4)
        #expect(spinner.asciiReducedFrames.count <= 4)
        #expect(spinner.reducedInterval >= .seconds(1))
    }

    /// The four arrows are text by default and one column wide everywhere.
    private static let diagonalArrows: ClosedRange<Unicode.Scalar> = "\u{2196}"..."\u{2199}"

    @Test(arguments: Spinner.builtIn)
    func `Nothing in a frame is an emoji, a joiner or wider than one column`(spinner: Spinner) {
        for scalar in spinner.allFrames.joined().unicodeScalars where !scalar.isASCII {
            #expect(TextWidth.of(Character(scalar)) == 1, "\(spinner.name): \(scalar)")
            #expect(!scalar.properties.isEmoji || Self.diagonalArrows.contains(scalar), "\(spinner.name): \(scalar)")
            #expect(!scalar.properties.isVariationSelector && !scalar.properties.isJoinControl, "\(spinner.name): \(scalar)")
        }
    }

    @Test func `The activity indicator has twelve frames, each with eight of the twelve edge dots`() throws {
        let spinner = try #require(Spinner.named("activity"))
        #expect(spinner.frames.count == 12)
        for frame in spinner.frames {
            #expect(frame.unicodeScalars.reduce(0) { $0 + ($1.value - 0x2800).nonzeroBitCount } == 8)
        }
    }
}

@Suite struct SpinnerTests {
    @Test func `A frame is a function of time`() {
        let spinner = Spinner(name: "x", interval: .milliseconds(100), frames: ["a", "b", "c"])
        let milliseconds: [(Int64, String)] = [
            (0, "a"), (99, "a"), (100, "b"), (199, "b"), (200, "c"), (300, "a"), (3_000_000_000_100, "b"),
            (-1, "a"), (-99, "a"), (-100, "c"), (-200, "b"), (-300, "a")
        ]
        for (time, frame) in milliseconds {
            #expect(spinner.frame(after: .milliseconds(time)) == frame, "after \(time) ms")
        }
    }

    @Test(arguments: [Int128.min, .min + 1, .max])
    func `Extreme times have a frame`(attoseconds: Int128) {
        for spinner in Spinner.builtIn {
            for isUTF8 in [true, false] {
                let time = Duration(attoseconds: attoseconds)
                #expect(!spinner.frame(after: time, isUTF8: isUTF8).isEmpty)
                #expect(!spinner.frame(after: time, isUTF8: isUTF8, reducesMotion: true).isEmpty)
            }
        }
    }

    @Test func `Without UTF-8, dots are a line that turns at its own pace`() {
        #expect(Spinner.dots.asciiFrames == ["|", "/", "-", "\\"])
        #expect(Spinner.dots.asciiInterval == .milliseconds(130))
        #expect(Spinner.dots.frame(after: .milliseconds(129), isUTF8: false) == "|")
        #expect(Spinner.dots.frame(after: .milliseconds(130), isUTF8: false) == "/")
        #expect(Spinner.dots.columns(isUTF8: false) == 1)
        for time in stride(from: Int64(0), to: 1000, by: 10) {
            let time = Duration.milliseconds(time)
            #expect(Spinner.dots.frame(after: time, isUTF8: false) == Spinner.line.frame(after: time))
        }
    }

    @Test func `With reduced motion, a dot pulses, a second for each frame`() {
        func frame(_ milliseconds: Int64, isUTF8: Bool = true) -> String {
            Spinner.dots.frame(after: .milliseconds(milliseconds), isUTF8: isUTF8, reducesMotion: true)
        }
        #expect([frame(0), frame(999), frame(1000), frame(1999), frame(2000)] == ["⠶", "⠶", "⣿", "⣿", "⠶"])
        #expect([frame(0, isUTF8: false), frame(1000, isUTF8: false)] == [".", "o"])
    }

    @Test func `The pulsing dot is centered and as wide as the spinner`() {
        let wide = Spinner(name: "x", interval: .seconds(3), frames: ["●····", "·····"], asciiFrames: ["....", "o..."])
        #expect(wide.reducedFrames == ["  ⠶  ", "  ⣿  "])
        #expect(wide.asciiReducedFrames == [" .  ", " o  "])
        #expect(wide.reducedInterval == .seconds(3))
    }

    @Test func `A spinner in ASCII is the same without UTF-8`() {
        let spinner = Spinner(name: "x", interval: .milliseconds(50), frames: ["<>", "><"], reducedFrames: ["--", "=="])
        #expect(spinner.asciiFrames == spinner.frames)
        #expect(spinner.asciiInterval == spinner.interval)
        #expect(spinner.asciiReducedFrames == ["--", "=="])
        #expect(Spinner.line.reducedFrames == [".", "o"])
    }

    @Test func `Shorter frames are filled with blanks, the reduced ones too`() {
        let spinner = Spinner(name: "x", interval: .milliseconds(50), frames: ["", "界", "e\u{301}"], reducedFrames: ["...", "."])
        #expect(spinner.frames == ["   ", "界 ", "e\u{301}  "])
        #expect(spinner.reducedFrames == ["...", ".  "])
        #expect(spinner.columns(isUTF8: true) == 3)
        #expect(spinner.isSound)
    }

    @Test func `Invalid frames are corrected`() {
        let spinner = Spinner(
            name: "x", interval: .zero, frames: ["\u{1B}[2J", "\t\n", "\u{9B}", String(repeating: "界", count: 41)],
            asciiInterval: .seconds(-1), asciiFrames: ["é\u{7F}"])
        #expect(spinner.frames[0].hasPrefix("␛[2J "))
        #expect(spinner.frames[2].hasPrefix("\u{FFFD} "))
        #expect(spinner.frames[3] == String(repeating: "界", count: 40))
        #expect(spinner.asciiFrames == ["??"])
        #expect(spinner.interval == .milliseconds(10))
        #expect(spinner.asciiInterval == .milliseconds(10))
        #expect(spinner.isSound)
        #expect(Spinner(name: "x", interval: .seconds(1000), frames: ["a"]).interval == .seconds(60))
    }

    @Test func `Without frames there is one blank frame, and long frames are cut`() {
        #expect(Spinner(name: "", interval: .seconds(1), frames: []).frames == [" "])
        #expect(Spinner(name: "", interval: .seconds(1), frames: [""], asciiFrames: []).asciiFrames == [" "])
        let marks = Spinner(name: "x", interval: .seconds(1), frames: ["a" + String(repeating: "\u{301}", count: 1_000_000)])
        #expect(marks.frames[0].unicodeScalars.count <= 320)
        let long = Spinner(name: "x", interval: .seconds(1), frames: [String(repeating: "ab", count: 1_000_000)])
        #expect(long.columns(isUTF8: true) == 80)
        #expect(long.isSound)
    }
}

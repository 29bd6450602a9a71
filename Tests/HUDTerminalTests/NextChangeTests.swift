import HUDCore
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// How long a frame of a line stays the same.
@Suite struct NextChangeTests {
    private let slow = Spinner(name: "slow", interval: .milliseconds(300), frames: ["a", "b", "c"])
    private let wide = Spinner(name: "wide", interval: .milliseconds(300), frames: ["aa", "bb"])

    private func time(
        _ mode: HUDMode, elapsed: Duration, onScreen: Duration = .zero, outcome: HUDOutcome? = nil, spinner: Spinner? = nil,
        reducesMotion: Bool = false
    ) -> Duration? {
        InlineLook(spinner: spinner, reducesMotion: reducesMotion)
            .timeUntilChange(
                of: HUDSnapshot(mode: mode, elapsed: elapsed, timeOnScreen: onScreen, outcome: outcome), isUTF8: true)
    }

    @Test func `A spinner's next frame begins where the one before it ends`() {
        #expect(slow.nextFrame(after: .zero) == .milliseconds(300))
        #expect(slow.nextFrame(after: .milliseconds(299)) == .milliseconds(300))
        #expect(slow.nextFrame(after: .milliseconds(300)) == .milliseconds(600))
        #expect(slow.nextFrame(after: .milliseconds(-1)) == .milliseconds(300))
        #expect(slow.nextFrame(after: .milliseconds(-299)) == .milliseconds(300))
        #expect(slow.nextFrame(after: .milliseconds(-300)) == .milliseconds(-300) + Duration(attoseconds: 1))
        #expect(slow.nextFrame(after: .zero, isUTF8: false) == .milliseconds(300))
        #expect(Spinner.dots.nextFrame(after: .zero, isUTF8: false) == .milliseconds(130))
        #expect(slow.nextFrame(after: .zero, reducesMotion: true) == .seconds(1))
        #expect(
            Spinner(name: "one", interval: .milliseconds(10), frames: ["x"]).nextFrame(after: .zero)
                == Duration(attoseconds: .max))
        #expect(slow.nextFrame(after: Duration(attoseconds: .max)) == Duration(attoseconds: .max))
        #expect(slow.nextFrame(after: Duration(attoseconds: .min)) < .zero)
    }

    @Test(arguments: [Spinner.dots, .line] + Spinner.builtIn)
    func `The frame changes exactly at the next change`(spinner: Spinner) {
        for isUTF8 in [true, false] {
            for reducesMotion in [true, false] {
                for milliseconds in [-2077, -1000, -160, -80, -79, 0, 1, 79, 80, 81, 1000, 123_457] {
                    let time = Duration.milliseconds(milliseconds)
                    let next = spinner.nextFrame(after: time, isUTF8: isUTF8, reducesMotion: reducesMotion)
                    guard next < Duration(attoseconds: .max) else { continue }
                    func index(_ time: Duration) -> Int128 {
                        time.attoseconds
                            / (reducesMotion ? spinner.reducedInterval : isUTF8 ? spinner.interval : spinner.asciiInterval)
                            .attoseconds
                    }
                    #expect(next > time)
                    #expect(index(next - Duration(attoseconds: 1)) == index(time))
                    #expect(index(next) == index(time) + 1)
                }
            }
        }
    }

    @Test func `The next change of a spinner is its next frame or the next second`() {
        #expect(time(.indeterminate, elapsed: .zero) == .milliseconds(80))
        #expect(time(.indeterminate, elapsed: .milliseconds(530), onScreen: .milliseconds(30)) == .milliseconds(50))
        #expect(time(.indeterminate, elapsed: .milliseconds(1950)) == .milliseconds(50))
        #expect(time(.indeterminate, elapsed: .zero, spinner: slow) == .milliseconds(300))
        #expect(time(.indeterminate, elapsed: .milliseconds(200), reducesMotion: true) == .milliseconds(800))
    }

    @Test func `For a wide spinner the frames of the dots count too`() {
        #expect(time(.indeterminate, elapsed: .zero, spinner: wide) == .milliseconds(80))
    }

    @Test func `The next change of text or a mark is the next second`() {
        #expect(time(.text, elapsed: .milliseconds(2250)) == .milliseconds(750))
        #expect(time(.text, elapsed: .milliseconds(-250)) == .milliseconds(250))
        #expect(time(.indeterminate, elapsed: .milliseconds(2250), outcome: .succeeded) == .milliseconds(750))
        #expect(time(.custom, elapsed: .milliseconds(2250), outcome: .succeeded) == .milliseconds(750))
    }

    @Test(arguments: [HUDMode.determinate, .bar, .annular, .custom])
    func `With progress or a custom view every frame counts`(mode: HUDMode) {
        #expect(time(mode, elapsed: .zero) == nil)
    }

    @Test func `With a count beside a spinner every frame counts`() {
        let counted = HUDSnapshot(progress: ProgressSample(completedUnitCount: 3, totalUnitCount: nil))
        #expect(InlineLook().timeUntilChange(of: counted, isUTF8: true) == nil)
        var ended = counted
        ended.outcome = .succeeded
        #expect(InlineLook().timeUntilChange(of: ended, isUTF8: true) == .seconds(1))
    }

    @Test func `Without a terminal no frame is needed`() {
        #expect(InlineRenderer(fileDescriptor: -1).draw(HUDSnapshot(mode: .bar)) == .distantFuture)
    }
}

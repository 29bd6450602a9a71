import HUDCore
import Synchronization
import Testing

/// A renderer that says how long its frames stay the same.
private final class Sitter: HUDRenderer {
    private let frames = Mutex<[HUDSnapshot]>([])
    private let onFrame: @Sendable (HUDSnapshot) -> Void
    private let answer: @Sendable (HUDSnapshot) -> HUDInstant
    let display: HUDDisplay

    init(
        display: HUDDisplay = HUDDisplay(), onFrame: @escaping @Sendable (HUDSnapshot) -> Void = { _ in },
        answer: @escaping @Sendable (HUDSnapshot) -> HUDInstant
    ) {
        self.display = display
        self.onFrame = onFrame
        self.answer = answer
    }

    func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
        frames.withLock { $0.append(snapshot) }
        onFrame(snapshot)
        return answer(snapshot)
    }

    func remove(_ snapshot: HUDSnapshot) {}

    var numbers: [Int] { frames.withLock { $0.map(\.frame) } }
    var all: [HUDSnapshot] { frames.withLock { $0 } }
}

/// The renderer of the article "How a frame is made", as it is there.
final class TextRenderer: HUDRenderer {
    let show: @Sendable (String?) -> Void

    init(show: @escaping @Sendable (String?) -> Void) {
        self.show = show
    }

    func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
        show("\(snapshot.label) \(Int(snapshot.progress.fraction * 100)) %")
        // Progress changes without notice, so look ten times a second. A call or a new label brings the next frame sooner.
        return snapshot.timestamp.advanced(by: .milliseconds(100))
    }

    func remove(_ snapshot: HUDSnapshot) {
        show(nil)
    }
}

/// Frames that are left out until something changes.
@Suite struct RestTests {
    private let clock = ManualClock()

    @Test(arguments: [nil, HUDMode.text]) func `The renderer of the article shows each fraction that is set`(mode: HUDMode?) {
        let texts = Mutex<[String?]>([])
        let renderer = TextRenderer { text in
            texts.withLock { if $0.last != text { $0.append(text) } }
        }
        let hud = HUD(label: "Copying", mode: mode, renderer: renderer, clock: clock)
        hud.show()
        for fraction in [0, 0.25, 0.5] {
            hud.progress = fraction
            clock.advance(by: 1)
        }
        hud.work.totalCount = 4
        hud.progressSource = nil
        clock.advance(by: 1)
        hud.work.complete()
        clock.advance(by: 1)
        hud.hide(animated: false)
        #expect(texts.withLock(\.self) == ["Copying 0 %", "Copying 25 %", "Copying 50 %", "Copying 0 %", "Copying 25 %", nil])
    }

    /// A HUD at ten frames a second, by default without an animation.
    private func hud(_ sitter: Sitter, animation: Double = 0, minimumShow: Double = 0) -> HUD {
        HUD(
            timing: HUDTiming(graceTime: .zero, minimumShowTime: .seconds(minimumShow), animationDuration: .seconds(animation)),
            preferredFramesPerSecond: 10,
            renderer: sitter, clock: clock)
    }

    @Test(
        arguments: [
            { $0.label = "new" }, { $0.detailsLabel = "new" }, { $0.mode = .bar }, { $0.outcome = .succeeded },
            { $0.progressSource = ProgressNode() }, { $0.show() }
        ] as [@Sendable (HUD) -> Void])
    func `A change brings back exactly the next frame of the grid`(set: @Sendable (HUD) -> Void) {
        let sitter = Sitter { _ in .distantFuture }
        let hud = hud(sitter)
        hud.show()
        clock.advance(to: 0.53)
        #expect(sitter.numbers == [0])
        set(hud)
        #expect(clock.nextDeadline == at(0.6))
        clock.advance(to: 0.59)
        #expect(sitter.numbers == [0])
        clock.advance(to: 5)
        #expect(sitter.numbers == [0, 6])
    }

    @Test(
        arguments: [
            HUDDisplay(.none, parts: .none), HUDDisplay(.lines, parts: .changes), HUDDisplay(.parent, parts: .tree(atMost: 3))
        ])
    func `A renderer that draws no rows gets no frame for them`(display: HUDDisplay) {
        let sitter = Sitter(display: display) { _ in .distantFuture }
        let hud = hud(sitter)
        hud.rows = .upTo(4)
        hud.work.totalCount = 2
        let part = hud.work.part("a")
        hud.show()
        clock.advance(to: 5)
        #expect(sitter.numbers == [0])
        part.finish()
        hud.label = "new"
        clock.advance(to: 9)
        #expect(sitter.numbers == [0, 50])
    }

    @Test func `A change during a frame that does not show it brings the next frame`() {
        let held = Mutex<HUD?>(nil)
        let sitter = Sitter { snapshot in
            if snapshot.frame == 0 { held.withLock { $0 }?.label = "new" }
        } answer: { _ in
            .distantFuture
        }
        let hud = hud(sitter)
        held.withLock { $0 = hud }
        hud.show()
        clock.advance(to: 3)
        #expect(sitter.all.map(\.label) == ["", "new"])
        #expect(sitter.numbers == [0, 1])
        held.withLock { $0 = nil }
    }

    @Test func `A label set again and again sets the clock's alarm once a frame`() {
        let counting = CountingClock(clock)
        let sitter = Sitter { _ in .distantFuture }
        let hud = HUD(timing: .still, preferredFramesPerSecond: 10, renderer: sitter, clock: counting)
        hud.show()
        clock.advance(to: 0.25)
        let before = counting.settings
        for number in 0..<1000 { hud.label = String(number) }
        #expect(counting.settings == before + 1)
        clock.advance(to: 3)
        #expect(sitter.all.map(\.label) == ["", "999"])
        #expect(sitter.numbers == [0, 3])
    }

    @Test func `A label sets no alarm if the next frame is due anyway`() {
        let counting = CountingClock(clock)
        let sitter = Sitter { $0.frame == 0 ? at(0.2) : .distantPast }
        let hud = HUD(timing: .still, preferredFramesPerSecond: 10, renderer: sitter, clock: counting)
        hud.show()
        clock.advance(to: 0.25)
        let before = counting.settings
        hud.label = "new"
        #expect(counting.settings == before)
    }

    @Test func `Progress brings no frame, but the last progress is shown when the HUD disappears`() {
        let recorder = Mutex<[Double]>([])
        let sitter = Sitter(onFrame: { snapshot in recorder.withLock { $0.append(snapshot.progress.fraction) } }) { _ in
            .distantFuture
        }
        let hud = hud(sitter)
        // Without a mode of its own, the HUD would show a bar from the first fraction on.
        hud.mode = .indeterminate
        hud.show()
        clock.advance(to: 0.1)
        hud.progress = 0.5
        clock.advance(to: 1)
        #expect(recorder.withLock { $0 } == [0])
    }

    @Test func `Every frame of a fade is drawn`() {
        let sitter = Sitter { _ in .distantFuture }
        let hud = hud(sitter, animation: 0.35)
        hud.show()
        clock.advance(upTo: at(1.02))
        hud.hide()
        clock.advance(to: 5)
        #expect(sitter.numbers == [0, 1, 2, 3, 4, 11, 12, 13])
    }

    @Test func `The deadline of a hide brings back the frames of the animation`() {
        let sitter = Sitter { _ in .distantFuture }
        let hud = hud(sitter, animation: 0.25, minimumShow: 1)
        hud.show(animated: false)
        hud.hide(after: .milliseconds(420))
        clock.advance(to: 5)
        #expect(sitter.numbers == [0, 10, 11, 12])
        #expect(hud.phase == .hidden)
    }

    @Test func `Each appearance begins with a frame`() {
        let sitter = Sitter { _ in .distantFuture }
        let hud = hud(sitter)
        for second in 1...3 {
            clock.advance(to: at(Double(second)))
            hud.show()
            clock.advance(to: at(Double(second) + 0.55))
            hud.hide()
        }
        #expect(sitter.numbers == [0, 0, 0])
    }

    @Test func `A change of rate counts from the last place of the grid, drawn or not`() {
        let sitter = Sitter { $0.frame == 0 ? at(0.9) : .distantFuture }
        let hud = hud(sitter)
        hud.show()
        clock.advance(to: 0.55)
        hud.preferredFramesPerSecond = 4
        // 0.5 is the fifth frame; the new grid continues with 0.75 and 1.0.
        clock.advance(to: 5)
        #expect(sitter.numbers == [0, 7])
        #expect(sitter.all.map(\.timestamp) == [at(0), at(1)])
    }

    @Test func `A change of rate does not move a frame that is already due`() {
        let late = LateClock()
        let sitter = Sitter { $0.frame == 0 ? at(0.2) : .distantFuture }
        let hud = HUD(timing: .still, preferredFramesPerSecond: 10, renderer: sitter, clock: late)
        hud.show()
        late.wake()
        late.sleepThrough(to: 0.57)
        hud.preferredFramesPerSecond = 1
        late.wake()
        // The new grid begins at 0.1, the last place before the needed frame.
        #expect(sitter.numbers == [0])
        late.sleepThrough(to: 1.1)
        late.wake()
        #expect(sitter.all.map(\.timestamp) == [at(0), at(1.1)])
        #expect(sitter.numbers == [0, 2])
    }

    @Test func `A wake-up for something else draws no frame`() {
        let late = LateClock()
        let sitter = Sitter { $0.frame == 0 ? at(2) : .distantFuture }
        let hud = HUD(timing: .still, preferredFramesPerSecond: 10, renderer: sitter, clock: late)
        hud.show()
        late.wake()
        late.sleepThrough(to: 1.5)
        hud.hide(after: .seconds(10))
        late.wake()
        #expect(sitter.numbers == [0])
        // A late wake-up still skips missed frames.
        late.sleepThrough(to: 2.37)
        late.wake()
        #expect(sitter.numbers == [0, 23])
    }
}

/// A clock that counts how often its alarms are set.
private final class CountingClock: HUDClock {
    private let clock: any HUDClock
    private let count = Mutex(0)

    init(_ clock: any HUDClock) {
        self.clock = clock
    }

    var settings: Int { count.withLock { $0 } }
    var now: HUDInstant { clock.now }

    func makeAlarm(_ action: @escaping @Sendable () -> Void) -> any HUDAlarm {
        CountingAlarm(clock.makeAlarm(action)) { [weak self] in self?.count.withLock { $0 += 1 } }
    }
}

private final class CountingAlarm: HUDAlarm {
    private let alarm: any HUDAlarm
    private let onSet: @Sendable () -> Void

    init(_ alarm: any HUDAlarm, onSet: @escaping @Sendable () -> Void) {
        self.alarm = alarm
        self.onSet = onSet
    }

    func set(_ deadline: HUDInstant?) {
        onSet()
        alarm.set(deadline)
    }
}

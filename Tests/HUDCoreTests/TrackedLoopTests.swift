import Testing

@testable import HUDCore

/// The HUD of a tracked loop, in the program's hands.
@Suite struct TrackedLoopTests {
    private let timing = HUDTiming(grace: 0.1, minimumShow: 1, animation: 0)
    private let clock = ManualClock()
    private let recorder = Recorder()

    private func numbers(_ count: Int) -> AsyncStream<Int> {
        AsyncStream { continuation in
            for number in 0..<count { continuation.yield(number) }
            continuation.finish()
        }
    }

    @Test func `A loop shows the labels that its body sets on its HUD`() {
        let loop = (1...3).tracked("Compressing", renderer: recorder, clock: clock)
        for number in loop {
            loop.hud.detailsLabel = "\(number).txt"
            clock.advance(by: 1)
        }
        #expect(Set(recorder.frames.filter { $0.outcome == nil }.map(\.detailsLabel)) == ["1.txt", "2.txt", "3.txt"])
        #expect(Set(recorder.frames.map(\.hudID)).count == 1)
        #expect(loop.hud.outcome == .succeeded)
    }

    @Test func `So does a loop over an asynchronous sequence`() async {
        let loop = numbers(3).tracked("Downloading", renderer: recorder, clock: clock)
        for await number in loop {
            loop.hud.detailsLabel = "\(number)"
            clock.advance(by: 1)
        }
        #expect(Set(recorder.frames.filter { $0.outcome == nil }.map(\.detailsLabel)) == ["0", "1", "2"])
    }

    private func total(of sequence: some Sequence) -> Int? {
        sequence.tracked("", renderer: recorder, clock: clock).hud.work.totalCount
    }

    @Test func `The total is the count of a collection that knows it without being visited`() {
        #expect(total(of: 3..<7) == 4)
        #expect(total(of: 3...7) == 5)
        #expect(total(of: UInt8.min...UInt8.max) == 256)
        #expect(total(of: Int8(-100)...100) == 201)
        #expect(total(of: (3...7).lazy.map { $0 + 1 }) == 5)
        #expect(total(of: Int.min..<(-1)) == Int.max)
        #expect(total(of: ["a", "b"]) == 2)
        #expect(total(of: ["a", "b"].enumerated()) == 2)
        #expect(total(of: ["a", "b"].lazy.map { $0 + $0 }) == 2)
        #expect(total(of: Set([1, 2, 3])) == 3)
        #expect(total(of: Set([1, 2, 3]).lazy.filter { _ in true }) == nil)
        #expect(total(of: AnySequence([1, 2])) == nil)
        #expect(total(of: [Int]()) == nil)
    }

    @Test func `A range that has more elements than an Int can count has no total`() {
        #expect(total(of: 0...Int.max) == nil)
        #expect(total(of: Int.min..<0) == nil)
        #expect(total(of: Int.min...Int.max) == nil)
        #expect(total(of: (0...Int.max).lazy.map { $0 }) == nil)
        #expect(total(of: 0..<UInt64.max) == nil)
        #expect(total(of: 4..<4) == nil)
        for number in (0...Int.max).tracked("Searching", renderer: recorder, clock: clock) where number == 3 { break }
    }

    @Test func `A HUD that is asked for before the loop is the one that the loop shows, and the next loop has another`() {
        let loop = (1...2).tracked("Compressing", renderer: recorder, clock: clock)
        let first = loop.hud
        #expect(first === loop.hud && first.phase == .hidden)
        first.label = "Packing"
        for _ in loop { clock.advance(by: 1) }
        #expect(loop.hud === first)
        #expect(recorder.removals.map(\.label) == ["Packing"])
        for _ in loop {
            #expect(loop.hud !== first)
            clock.advance(by: 1)
        }
        #expect(recorder.removals.map(\.label) == ["Packing", "Compressing"])
    }

    @Test func `A loop within a scope takes the row of the loop before over, with its own rows and summary`() {
        withHUD("outer", renderer: recorder, clock: clock) { _ in
            for step in 0..<2 {
                let loop = (0..<2).tracked(
                    "step \(step)", timing: timing, rows: .upTo(step + 1), summary: step == 0 ? .failures : .shown,
                    renderer: recorder)
                for _ in loop {
                    #expect(loop.hud.rows == .upTo(step + 1) && loop.hud.summary == (step == 0 ? .failures : .shown))
                    clock.advance(by: 0.2)
                }
            }
        }
        #expect(Set(recorder.frames.filter { $0.label.hasPrefix("step") }.map(\.hudID)).count == 1)
        #expect(recorder.removals.map(\.label).sorted() == ["outer", "step 1"])
    }

    @Test func `A HUD that was asked for and whose loop was left is gone`() {
        for number in [1, 2] {
            let loop = (1...3).tracked("Compressing", renderer: recorder, clock: clock)
            let hud = loop.hud
            for element in loop {
                clock.advance(by: 1)
                if element == number { break }
            }
            #expect(hud.phase == .hidden)
        }
        #expect(clock.nextDeadline == nil)
    }

    @Test func `An outcome that the body of a loop sets stays`() async {
        let own = HUDOutcome.failed(reason: "bad")
        let loop = (1...3).tracked("Compressing", renderer: recorder, clock: clock)
        for _ in loop {
            clock.advance(by: 1)
            loop.hud.outcome = own
        }
        let other = numbers(3).tracked("Downloading", renderer: recorder, clock: clock)
        for await _ in other {
            clock.advance(by: 1)
            other.hud.outcome = own
        }
        #expect(recorder.removals.map(\.outcome) == [own, own])
    }

    @Test(arguments: [nil, HUDOutcome.failed(reason: "own")])
    func `A loop that is left in a cancelled task takes its HUD off at once`(own: HUDOutcome?) async {
        let timing = HUDTiming(minimumShow: 100, animation: 0)
        let task = Task {
            let loop = (1...3).tracked("Compressing", timing: timing, renderer: recorder, clock: clock)
            for _ in loop {
                clock.advance(by: 1)
                loop.hud.outcome = own
                withUnsafeCurrentTask { $0?.cancel() }
                break
            }
        }
        await task.value
        let other = Task {
            for await _ in numbers(3).tracked("Downloading", timing: timing, renderer: recorder, clock: clock) {
                clock.advance(by: 1)
                withUnsafeCurrentTask { $0?.cancel() }
                break
            }
        }
        await other.value
        #expect(recorder.removals.map(\.timestamp) == [at(1), at(2)])
        #expect(recorder.removals.map(\.outcome) == [own ?? .cancelled, .cancelled])
        #expect(clock.now == at(2))
    }

    @Test func `What ends in a cancelled task without await takes its HUD off at once`() async {
        let timing = HUDTiming(minimumShow: 100, animation: 0)
        func run() {
            for _ in (1...3).tracked("Compressing", timing: timing, renderer: recorder, clock: clock) {
                clock.advance(by: 1)
            }
            withHUD("Installing", timing: timing, renderer: recorder, clock: clock) { _ in clock.advance(by: 1) }
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            run()
        }
        await task.value
        #expect(recorder.removals.map(\.timestamp) == [at(3), at(4)])
        #expect(recorder.removals.map(\.outcome) == [.succeeded, .succeeded])
        #expect(clock.now == at(4))
    }

    @Test func `A loop that is left does not wait for a clock that needs the threads of Swift`() async {
        // A Swift clock that stands still: a wait for it does not end.
        let clock = ClockAdapter(self.clock)
        let timing = HUDTiming(minimumShow: 100)
        for await _ in numbers(3).tracked("Downloading", timing: timing, renderer: recorder, clock: clock) { break }
        // Nor does one without `await` at its end.
        for _ in (1...3).tracked("Counting", timing: timing, renderer: recorder, clock: clock) {}
        #expect(recorder.removals.map(\.label) == ["Downloading", "Counting"])
    }

    // MARK: HUDs whose place another one has taken

    @Test func `The HUD of a loop does not control the HUD that has taken its place`() {
        let timing = HUDTiming(minimumShow: 1, animation: 0)
        withHUD("outer", renderer: recorder, clock: clock) { _ in
            let loop = (1...2).tracked("first", timing: timing, renderer: recorder)
            for _ in loop { clock.advance(by: 0.1) }
            let first = loop.hud
            let second = (1...2).tracked("second", timing: timing, renderer: recorder)
            for element in second {
                #expect(first.label == (element == 1 ? "first" : "stolen") && first.outcome == .succeeded)
                #expect(first.phase == .hidden && first.renderer === recorder && first.minimumShowTime == .seconds(1))
                first.label = "stolen"
                first.progress = 0.7
                first.finish(.cancelled)
                first.outcome = .succeeded
                clock.advance(by: 0.1)
                #expect(second.hud.isOnScreen && second.hud.outcome == nil && second.hud.label == "second")
                #expect(HUD.all.contains { $0 === second.hud } && !HUD.all.contains { $0 === first })
            }
            // It is one of its own now.
            first.show()
            clock.advance(by: 0.1)
            first.hide()
        }
        clock.advance(by: 5)
        #expect(recorder.frames.filter { $0.label == "second" }.allSatisfy { $0.progress.fraction != 0.7 })
        #expect(Set(recorder.frames.filter { ["first", "second"].contains($0.label) }.map(\.hudID)).count == 1)
        #expect(Set(recorder.frames.map(\.hudID)).count == 3)
        #expect(recorder.removals.map(\.label).sorted() == ["outer", "second", "stolen"])
        #expect(!ShownHUDs.shared.all.contains { ($0.clock as? ManualClock) === clock })
    }

    @Test func `A HUD that takes the place of one with a total has no progress of its own yet`() {
        withHUD("outer", timing: .still, renderer: recorder, clock: clock) { _ in
            withHUD("a", total: 3, timing: .still, renderer: recorder) { _ in clock.advance(by: 0.1) }
            withHUD("b", timing: .still, renderer: recorder) { _ in clock.advance(by: 0.1) }
        }
        let frames = recorder.frames.filter { $0.label == "b" && $0.outcome == nil }
        #expect(!frames.isEmpty && frames.allSatisfy { !$0.hasProgressSource })
    }

    @Test func `A sequence that counts with a node has the HUD of the scope around it`() {
        let node = ProgressNode(totalCount: 3)
        let loop = (0..<3).tracked(by: node)
        withHUD("outer", renderer: recorder, clock: clock) { hud in
            for _ in loop { #expect(loop.hud === hud) }
        }
        // Without a scope it is one that is never shown.
        #expect(loop.hud === loop.hud && loop.hud.renderer == nil)
        for _ in loop { #expect(loop.hud.phase == .hidden) }
    }

    // MARK: Rows and summaries of scopes

    @Test func `A scope has its rows and its summary before the body runs, also if it takes a row over`() {
        withHUD("outer", rows: .upTo(3), summary: .always, renderer: recorder, clock: clock) { hud in
            #expect(hud.rows == .upTo(3) && hud.summary == .always)
            for rows in [HUDRows.upTo(2), .none] {
                withHUD("inner", timing: timing, rows: rows, summary: .shown, renderer: recorder) { hud in
                    #expect(hud.rows == rows && hud.summary == .shown)
                    let part = hud.work.part("part")
                    clock.advance(by: 1)
                    part.finish()
                }
            }
        }
        let rows = recorder.frames.filter { $0.label == "inner" }.map { $0.rows.count }
        #expect(rows.first == 0 && rows.max() == 1 && rows.last == 0)
    }
}

import Testing

@testable import HUDCore

/// What a HUD shows of its work.
@Suite struct HUDWorkTests {
    private var shown: [HUDSnapshot] { stage.recorder.frames }
    private let stage = Stage()

    private func lastFrame(at seconds: Double) throws -> HUDSnapshot {
        stage.go(to: seconds)
        return try #require(stage.recorder.frames.last)
    }

    @Test func `A HUD shows a spinner until the total of its work is known`() throws {
        stage.hud.show()
        #expect(try lastFrame(at: 0.1).mode == .indeterminate)
        stage.hud.work.complete(count: 3)
        #expect(try lastFrame(at: 0.2).mode == .indeterminate)
        #expect(try lastFrame(at: 0.2).progress.completedUnitCount == 3)
        stage.hud.work.totalCount = 4
        #expect(try lastFrame(at: 0.3).mode == .bar)
        #expect(try lastFrame(at: 0.3).progress.fraction == 0.75)
    }

    @Test func `A HUD shows a fraction that is set in a bar`() throws {
        stage.hud.show()
        stage.hud.progress = 0.5
        #expect(try lastFrame(at: 0.1).mode == .bar)
    }

    @Test func `A mode that is set stays`() throws {
        stage.hud.mode = .annular
        stage.hud.work.totalCount = 4
        stage.hud.show()
        #expect(try lastFrame(at: 0.1).mode == .annular)
    }

    @Test func `A spinner that ends without a total does not turn into a bar`() throws {
        stage.hud.show()
        stage.hud.work.complete()
        stage.hud.work.finish()
        #expect(try lastFrame(at: 0.1).mode == .indeterminate)
    }

    @Test func `A progress source is shown instead of the work`() throws {
        let counter = ProgressNode(totalCount: 2)
        stage.hud.work.totalCount = 4
        stage.hud.progressSource = counter
        stage.hud.show()
        counter.complete()
        #expect(try lastFrame(at: 0.1).progress == ProgressSample(completedUnitCount: 1, totalUnitCount: 2))
        stage.hud.progressSource = nil
        #expect(try lastFrame(at: 0.2).progress == ProgressSample(completedUnitCount: 0, totalUnitCount: 4))
    }

    @Test func `The labels of the running parts are the details`() throws {
        stage.hud.show()
        stage.hud.work.totalCount = 10
        let fetch = stage.hud.work.part("Fetching", assigning: 7, total: 2)
        let unpack = stage.hud.work.part("Unpacking", assigning: 3, total: 2)
        #expect(try lastFrame(at: 0.1).detailsLabel == "Fetching, Unpacking")
        fetch.finish()
        unpack.label = "Unpacking a"
        #expect(try lastFrame(at: 0.2).detailsLabel == "Unpacking a")
        stage.hud.detailsLabel = "of 3"
        #expect(try lastFrame(at: 0.3).detailsLabel == "of 3")
        stage.hud.detailsLabel = ""
        unpack.finish()
        #expect(try lastFrame(at: 0.4).detailsLabel == "")
    }

    @Test func `Of many running parts the details name eight`() throws {
        stage.hud.show()
        let parts = (0..<20).map { stage.hud.work.part("p\($0)") }
        #expect(try lastFrame(at: 0.1).detailsLabel == "p0, p1, p2, p3, p4, p5, p6, p7, 12 more")
        withExtendedLifetime(parts) {}
    }

    @Test func `The remaining time follows the parts before they end`() throws {
        stage.hud.work.totalCount = 1
        stage.hud.show()
        let part = stage.hud.work.part("All", total: 100)
        for second in 1...50 {
            stage.go(to: Double(second))
            part.complete()
        }
        let remaining = try #require(lastFrame(at: 50.1).remaining)
        #expect(remaining > .seconds(45) && remaining < .seconds(55))
    }

    @Test func `A renderer that rests is woken by the first use of the work and by the first fraction`() {
        for use in [{ $0.work.complete() }, { $0.progress = 0.5 }] as [(HUD) -> Void] {
            let (clock, renderer) = (ManualClock(), RestingRenderer())
            let hud = HUD(timing: .still, preferredFramesPerSecond: 10, renderer: renderer, clock: clock)
            hud.show()
            clock.advance(to: 5.05)
            #expect(renderer.frames == 1)
            use(hud)
            clock.advance(to: 9)
            #expect(renderer.frames == 2)
            hud.finish()
        }
    }

    // MARK: All HUDs

    @Test func `Rows are no HUDs of their own`() {
        let clock = ManualClock()
        let hud = HUD(label: "Rows", renderer: RestingRenderer(), clock: clock)
        hud.rows = .upTo(3, graceTime: .zero)
        hud.show()
        let parts = (0..<3).map { hud.work.part("Rows \($0)") }
        clock.advance(to: 1)
        #expect(HUD.all.filter { $0.label.hasPrefix("Rows") }.map(\.label) == ["Rows"])
        hud.hide()
        clock.advance(to: 2)
        withExtendedLifetime(parts) {}
    }

    @Test func `The newest HUD is hidden first, and none twice`() {
        let clock = ManualClock()
        let huds = (0..<3).map { _ in HUD(timing: HUDTiming(minimumShow: 1), clock: clock) }
        for hud in huds { hud.show() }
        // Other tests show HUDs at the same time.
        func ours() -> [Int] { HUD.all.compactMap { shown in huds.firstIndex { $0 === shown } } }
        #expect(ours() == [0, 1, 2])
        #expect(huds[2].hideIfRequested(animated: true))
        #expect(!huds[2].hideIfRequested(animated: true))
        #expect(ours() == [0, 1])
        huds[0].hide()
        #expect(ours() == [1])
        huds[1].finish()
        huds[0].finish()
        #expect(ours() == [])
        #expect(clock.nextDeadline == nil)
    }

    @Test func `All HUDs of a process are hidden, or the newest one`() async {
        // In a process of its own, because other tests show HUDs at the same time.
        await #expect(processExitsWith: .success) {
            let clock = ManualClock()
            let huds = (0..<4).map {
                HUD(label: "\($0)", timing: HUDTiming(graceTime: .zero, minimumShowTime: .seconds($0)), clock: clock)
            }
            #expect(HUD.topmost == nil && HUD.hideTopmost() == nil && HUD.hideAll() == 0)
            for hud in huds { hud.show() }
            clock.advance(to: 0.5)
            #expect(HUD.topmost === huds[3] && HUD.hideTopmost() === huds[3])
            // It stays for its minimum show time, but is not asked to disappear again.
            #expect(huds[3].isOnScreen && HUD.topmost === huds[2])
            huds[1].hide()
            #expect(HUD.hideAll() == 2 && HUD.all.isEmpty && HUD.hideTopmost() == nil)
            clock.advance(to: 9)
            #expect(huds.allSatisfy { !$0.isOnScreen } && clock.nextDeadline == nil)
        }
    }

    @Test func `Of work, a fraction and a source, what was set last is shown`() {
        let clock = ManualClock()
        let renderer = Recorder()
        withHUD("Installing", total: 10, renderer: renderer, clock: clock) { hud in
            func shown() -> ProgressSample? {
                clock.advance(by: 1)
                return renderer.frames.last?.progress
            }
            hud.work.complete()
            #expect(shown()?.fraction == 0.1)
            hud.progress = 0.5
            #expect(shown() == ProgressSample(fraction: 0.5))
            hud.progress = 0.75
            #expect(shown() == ProgressSample(fraction: 0.75))
            hud.progressSource = ProgressNode(totalCount: 4)
            #expect(shown()?.totalUnitCount == 4)
            hud.progress = 0.25
            #expect(shown() == ProgressSample(fraction: 0.25))
            hud.progressSource = nil
            #expect(shown()?.fraction == 0.1)
        }
    }
}

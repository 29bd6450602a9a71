import HUDCore
import Testing

/// Tasks that wait for a HUD and follow its events.
@Suite struct HUDAsyncTests {
    @Test func `Hiding can be awaited, and says whether it was shown`() async throws {
        let stage = Stage(animation: 0)
        stage.hud.show()
        #expect(try await stage.hud.hideAndWait())
        stage.hud.graceTime = .seconds(1)
        stage.hud.show()
        #expect(try await stage.hud.hideAndWait() == false)
    }

    @Test func `Waiting for a hidden HUD returns at once`() async throws {
        let stage = Stage()
        #expect(try await stage.hud.waitUntilHidden() == false)
        #expect(try await stage.hud.hideAndWait() == false)
    }

    @Test func `The wait lasts as long as the animation does`() async throws {
        let stage = Stage()
        let hud = stage.hud
        hud.show()
        let events = hud.events
        let wait = Task { try await hud.hideAndWait() }
        // The hide is called once the waiter is registered, so its event says that time may advance.
        for await event in events {
            #expect(event == disappear(0))
            break
        }
        stage.go(to: 0.299999999)
        #expect(hud.phase == .hiding)
        stage.go(to: 0.3)
        #expect(try await wait.value)
    }

    @Test func `A call of hide can be awaited, before the HUD is gone`() async throws {
        let stage = Stage(minimumShow: 1, animation: 0)
        let hud = stage.hud
        var hides = hud.hideRequests.makeAsyncIterator()
        let tool = Task {
            hud.show()
            stage.go(to: 0.25)
            try await hud.hideAndWait()
        }
        #expect(await hides.next() == at(0.25))
        #expect(hud.phase == .lingering)
        stage.go(to: 1)
        _ = try await tool.value
        #expect(hud.phase == .hidden)
        hud.hide()
        hud.show()
        hud.hide(after: .seconds(1))
        hud.hide()
        hud.hide()
        #expect(await hides.next() == at(1))
        hud.show()
        hud.hide(after: .seconds(1))
        stage.go(to: 2)
        #expect(await hides.next() == at(2))
    }

    @Test func `A cancelled wait ends, and the HUD is hidden nevertheless`() async {
        let stage = Stage(minimumShow: 1)
        let hud = stage.hud
        hud.show()
        let wait = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await hud.hideAndWait()
        }
        await #expect(throws: CancellationError.self) { try await wait.value }
        #expect(hud.phase == .lingering)
        stage.go(to: 9)
        #expect(stage.recorder.completions == [true])
    }

    @Test func `Several tasks can follow the events, which end with the HUD`() async {
        let clock = ManualClock()
        var hud: HUD? = HUD(timing: HUDTiming(grace: 1), clock: clock)
        guard let first = hud?.events, let second = hud?.events else { return }
        hud?.show()
        clock.advance(to: 2)
        hud?.hide()
        clock.advance(to: 3)
        hud = nil
        let expected = [appear(1), disappear(2), hidden(2.3)]
        var seen: [HUDEvent] = []
        for await event in first { seen.append(event) }
        #expect(seen == expected)
        seen = []
        for await event in second { seen.append(event) }
        #expect(seen == expected)
    }
}

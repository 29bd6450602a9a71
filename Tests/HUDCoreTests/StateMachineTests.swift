import Testing

@testable import HUDCore

@Suite struct StateMachineTests {
    @Test func `dismiss hides a HUD at once in every phase`() {
        let fresh = HUDStateMachine(graceTime: .seconds(1), minimumShowTime: .seconds(4), animationDuration: .seconds(2))
        func dismissed(_ seconds: Double, _ prepare: (inout HUDStateMachine) -> Void) -> [HUDEvent] {
            var machine = fresh
            prepare(&machine)
            let events = machine.dismiss(at: at(seconds))
            #expect(machine.phase == .hidden)
            #expect(machine.nextDeadline == nil)
            #expect(machine.minimumShowTime == .seconds(4))
            return events
        }
        func show(_ machine: inout HUDStateMachine) { _ = machine.show(at: at(0)) }
        #expect(dismissed(1) { _ in } == [])
        #expect(dismissed(0.5) { show(&$0) } == [hidden(0.5, shown: false)])
        #expect(dismissed(1) { show(&$0) } == [hidden(1, shown: false)])
        #expect(dismissed(2) { show(&$0) } == [appear(1), disappear(2, animated: false), hidden(2)])
        func linger(_ machine: inout HUDStateMachine) {
            show(&machine)
            _ = machine.hide(after: .seconds(2), at: at(0))
        }
        #expect(dismissed(4) { linger(&$0) } == [appear(1), disappear(4, animated: false), hidden(4)])
        #expect(dismissed(6) { linger(&$0) } == [appear(1), disappear(5), hidden(6)])
        #expect(dismissed(60) { linger(&$0) } == [appear(1), disappear(5), hidden(7)])
        func showAgain(_ machine: inout HUDStateMachine) {
            linger(&machine)
            _ = machine.show(at: at(6.5))
        }
        #expect(dismissed(6.6) { showAgain(&$0) } == [hidden(6.6)])
        #expect(dismissed(7.2) { showAgain(&$0) } == [hidden(7), hidden(7.2, shown: false)])
    }

    @Test func `Advancing up to an instant leaves the deadlines at it pending`() {
        var machine = HUDStateMachine(graceTime: .seconds(1))
        _ = machine.show(at: at(0))
        #expect(machine.advance(upTo: at(1)) == [])
        #expect(machine.delayedHideTime == nil)
        #expect(machine.hide(after: .seconds(2), at: at(1)) == [])
        #expect(machine.delayedHideTime == at(3))
        #expect(machine.advance(upTo: at(2)) == [appear(1)])
        #expect(machine.advance(upTo: at(3)) == [])
    }
}

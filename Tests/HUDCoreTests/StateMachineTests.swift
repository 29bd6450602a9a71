import HUDCore
import Testing

@Suite struct StateMachineTests {
    @Test func `A job shorter than the grace time is never shown`() {
        var machine = HUDStateMachine(graceTime: .milliseconds(500), minimumShowTime: .seconds(1))
        #expect(machine.show(at: at(0)) == [])
        #expect(machine.phase == .waiting)
        #expect(machine.nextDeadline == at(0.5))
        #expect(machine.hide(at: at(0.3)) == [HUDEvent(.hidden(shown: false), at: at(0.3))])
        #expect(machine.phase == .hidden)
        #expect(machine.nextDeadline == nil)
    }
}

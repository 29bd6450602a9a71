import CClock
import CTerminalSupport
import HUDLibc
import Testing

/// The clock of a process, which stands still while that is stopped.
@Suite struct ClockTests {
    @Test func `Time stands still from the first halt to the last go`() {
        let before = hud_clock_now()
        hud_clock_halt()
        let halted = hud_clock_now()
        #expect(halted >= before)
        hud_clock_halt()
        _ = poll(nil, 0, 5)
        #expect(hud_clock_now() == halted)
        hud_clock_go()
        #expect(hud_clock_now() == halted)
        // Another test may halt it, too.
        let left = hud_clock_monotonic(halted + 1_000_000_000) - hud_clock_monotonic(halted)
        #expect(left > 990_000_000)
        hud_clock_go()
        #expect(hud_clock_now() >= halted)
    }

    @Test func `A time of the clock has one by the monotonic clock`() {
        var time = timespec()
        let now = hud_clock_now()
        let monotonic = hud_clock_monotonic(now)
        clock_gettime(CLOCK_MONOTONIC, &time)
        #expect(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) >= monotonic)
        #expect(hud_clock_monotonic(.max) == .max)
    }
}

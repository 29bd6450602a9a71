import HUDCore
import HUDTerminal

/// Measures a frame of a HUD with 24 rows, for more and more running parts of which one changes, and what a part costs that comes and goes.
func benchmarkRows() {
    guard let terminal = PseudoTerminal(rows: 40) else { return print("rows: no pseudo-terminal to be had") }
    let clock = ManualClock()
    for count in [24, 100, 1_000, 5_000, 100_000] {
        let hud = HUD(label: "Building", renderer: InlineRenderer(fileDescriptor: terminal.terminal), clock: clock)
        hud.rows = .upTo(24)
        hud.work.totalCount = count
        hud.show()
        let parts = (0..<count).map { hud.work.subprogress(assigningCount: 1, label: "part \($0)").start(totalCount: 1_000_000) }
        clock.advance(by: .seconds(1))
        drawing("24 rows of \(count) parts, one changed", on: terminal) { number in
            parts[number % 24].complete(count: 100)
            // The frames are a thirtieth of a second apart.
            clock.advance(by: .nanoseconds(33_333_334))
        }
        hud.hide()
        clock.advance(by: .seconds(1))
        withExtendedLifetime(parts) {}
    }
    benchmarkStarts()
}

private func benchmarkStarts() {
    let operations = 5_000
    func churn(_ rows: HUDRows) -> () -> Void {
        let clock = ManualClock()
        let hud = HUD(label: "Building", renderer: NullRenderer(), clock: clock)
        hud.rows = rows
        hud.show()
        // The places are taken.
        let running = (0..<24).map { _ in hud.work.subprogress(assigningCount: 1).start() }
        clock.advance(by: .seconds(1))
        return {
            for _ in 0..<operations { hud.work.subprogress(assigningCount: 1, label: "part").start().finish() }
            withExtendedLifetime(running) {}
        }
    }
    let times = Measure.nanoseconds(operations: operations, [churn(.none), churn(.upTo(24))])
    report("a part that starts and ends, with rows", times[1], "ns", beside: ("without rows", times[0]))
}

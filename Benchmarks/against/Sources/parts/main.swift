import HUDTerminal
import Terminal

/// Draws nothing, so that only counting and bookkeeping are measured.
let clock = ManualClock()
let hud = HUD(label: "Counting", clock: clock)
let count = 2_000_000
hud.work.totalCount = count
report("increment", operations: count) {
    for _ in 0..<count { hud.work.complete() }
}

let starts = 5_000
let building = HUD(label: "Building", clock: clock)
building.rows = .upTo(24)
building.show()
report("part", operations: starts) {
    for _ in 0..<starts { building.work.subprogress(assigningCount: 1, label: "part").start().finish() }
}

let terminal = Terminal()
let rows = HUD(label: "Building", renderer: InlineRenderer(fileDescriptor: terminal.descriptor), clock: clock)
rows.rows = .upTo(24)
rows.work.totalCount = 1_000
rows.show()
let parts = (0..<1_000).map { rows.work.subprogress(assigningCount: 1, label: "part \($0)").start(totalCount: 1_000_000) }
clock.advance(by: .seconds(1))
_ = terminal.drain()
var number = 0
var bytes = 0
let frames = 500
report("rows-frame", operations: frames) {
    for _ in 0..<frames {
        number += 1
        parts[number % 24].complete(count: 100)
        clock.advance(by: .nanoseconds(33_333_334))
        bytes += terminal.drain()
    }
}
print("rows-frame-bytes", Double(bytes) / Double(number))
withExtendedLifetime(parts) {}

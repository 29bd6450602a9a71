import HUDTerminal
import Terminal

/// Draws frames of a HUD on a pseudo-terminal, 30 a second on a manual clock, and prints what a frame costs.
func frames(_ name: String, progress: @escaping (Int) -> Double?) {
    let terminal = Terminal()
    let clock = ManualClock()
    let renderer = InlineRenderer(fileDescriptor: terminal.descriptor)
    let hud = HUD(label: "Compressing", mode: progress(0) == nil ? .indeterminate : .bar, renderer: renderer, clock: clock)
    hud.show()
    clock.advance(by: .seconds(1))
    _ = terminal.drain()
    var number = 0
    var bytes = 0
    let frames = 1500
    report(name, operations: frames) {
        for _ in 0..<frames {
            number += 1
            if let value = progress(number) { hud.progress = value }
            clock.advance(by: .nanoseconds(33_333_334))
            bytes += terminal.drain()
        }
    }
    print(name + "-bytes", Double(bytes) / Double(number))
    hud.hide()
    clock.advance(by: .seconds(1))
}

frames("spinner-frame") { _ in nil }
frames("bar-frame") { Double($0 % 100) / 100 }

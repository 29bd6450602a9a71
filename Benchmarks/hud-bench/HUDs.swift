import Dispatch
import HUDCore
import HUDLibc
import HUDTerminal

/// Measures how long it takes to hide very many HUDs that share a renderer, on a terminal that is read meanwhile.
func benchmarkHUDs() {
    guard let terminal = PseudoTerminal() else { return print("HUDs: no pseudo-terminal to be had") }
    let isOver = BareAtomic()
    let reader = DispatchGroup()
    DispatchQueue.global().async(group: reader) {
        while isOver.value.load(ordering: .relaxed) == 0 { if terminal.drain() == 0 { usleep(200) } }
    }
    let clock = ContinuousClock()
    let times = [500, 2_000].map { count in
        var best = Duration.seconds(3600)
        for _ in 0..<5 {
            let renderer = InlineRenderer(fileDescriptor: terminal.terminal)
            let huds = (0..<count).map { HUD(label: "Job \($0)", renderer: renderer) }
            for hud in huds { hud.show() }
            usleep(100_000)
            best = min(best, clock.measure { precondition(HUD.hideAll() >= count) })
        }
        return best / .milliseconds(1)
    }
    isOver.value.store(1, ordering: .relaxed)
    reader.wait()
    report("hideAll of 2,000 HUDs on one renderer", times[1], "ms", beside: ("of 500", times[0]))
}

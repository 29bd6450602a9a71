import HUDCore
import HUDLibc
import HUDTerminal

/// What a program does in scopes. The word `scope=` says what:
///
/// - `interrupt`: waits in a scope that ^C cancels, and prints `cleaned up` when it is cancelled;
/// - `map`: the same with the elements of a `concurrentMap`;
/// - `stubborn`: the same, but takes no notice of the cancellation;
/// - `afterwards`: scopes that ^C cancels and one that it does not, one after the other, and then a wait;
/// - `inside`: a short scope that ^C cancels inside one that it does not, which waits;
/// - `steps`: three short steps in a scope, and a question;
/// - `break`: leaves a loop early, when there is a file `leave`, and prints `left`;
/// - `capture`: see ``Captures``;
/// - `columns`: three HUDs at once, until a line on standard input.
struct Scopes {
    let name: String
    /// Whether `interrupt` captures its output.
    let capturesOutput: Bool

    func run() async throws {
        switch name {
        case "interrupt":
            try await withHUD("Waiting", timing: timing, capturesOutput: capturesOutput, cancelsOnInterrupt: true) { _ in
                do {
                    try await Task.sleep(for: .seconds(600))
                } catch {
                    print("cleaned up")
                    throw error
                }
            }
        case "map":
            _ = try await (0..<3).concurrentMap("Waiting", atMost: 2, timing: timing, cancelsOnInterrupt: true) { element, _ in
                if element == 0 { return }
                do {
                    try await Task.sleep(for: .seconds(600))
                } catch {
                    if element == 1 { print("cleaned up") }
                    throw error
                }
            }
        case "stubborn":
            await withHUD("Waiting", timing: timing, cancelsOnInterrupt: true) { _ in
                for _ in 0..<6000 { await nap(100_000) }
            }
        case "afterwards":
            for cancels in [true, false, true] {
                await withHUD("Step", timing: timing, cancelsOnInterrupt: cancels) { _ in await nap(200_000) }
            }
            print("Waiting")
            await nap(60_000_000)
        case "inside":
            await withHUD("Outer", timing: timing) { hud in
                await withHUD("Inner", timing: timing, cancelsOnInterrupt: true) { _ in await nap(200_000) }
                hud.label = "Waiting"
                await nap(60_000_000)
            }
        case "steps":
            withHUD("Outer", timing: timing) { hud in
                for step in 1...3 {
                    withHUD("step \(step)", timing: timing) { _ in
                        if step == 2 { waitForFile() } else { usleep(200_000) }
                    }
                }
                let answer = hud.suspended {
                    print("Name? ", terminator: "")
                    fflush(nil)
                    return readLine() ?? ""
                }
                hud.log("hello \(answer)")
            }
            print("done")
        case "break":
            for _ in (1...600).tracked("Looping", timing: timing) {
                usleep(100_000)
                if access("leave", F_OK) == 0 { break }
            }
            print("left")
        case "columns": try await showColumns()
        default:
            print("unknown scope: \(name)")
        }
    }

    /// Three HUDs on a clock that stands still at 7 s.
    private func showColumns() async throws {
        let clock = ManualClock()
        let renderer = AutomaticRenderer()
        func hud(_ label: String, _ total: Int, _ done: Int, _ unit: ProgressUnit) -> HUD {
            let counter = ProgressNode(totalCount: total, unit: unit)
            counter.complete(count: done)
            let hud = HUD(label: label, mode: total > 0 ? .bar : .indeterminate, renderer: renderer, clock: clock)
            if total > 0 { hud.progressSource = counter }
            return hud
        }
        let huds = [
            hud("film.mkv", 300 << 20, 100 << 20, .binaryBytes), hud("Waiting for a lock", 0, 0, .items),
            hud("notes", 40, 30, .named("pages"))
        ]
        for hud in huds { hud.show() }
        clock.advance(by: .seconds(7))
        _ = readLine()
        for hud in huds { hud.hide() }
        for hud in huds { try await hud.waitUntilHidden() }
    }

    /// Waits for a minute at most until the test has made the file `leave`.
    private func waitForFile() {
        for _ in 0..<1200 where access("leave", F_OK) != 0 { usleep(50_000) }
    }

    private var timing: HUDTiming { HUDTiming(graceTime: .milliseconds(100), minimumShowTime: .milliseconds(100)) }

    private func nap(_ microseconds: UInt32) async { usleep(microseconds) }
}

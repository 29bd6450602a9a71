// A program in Swift 5 mode.
import HUDTerminal
import HUDTesting

let terminal = TestTerminal(columns: 40, rows: 6)

func work(_ hud: HUD) throws {
    terminal.clock.advance(by: .seconds(1))
    hud.work.complete(count: 2)
    terminal.clock.advance(by: .milliseconds(100))
    print(terminal.lines)
}

try withHUD("Packing", total: 4, renderer: terminal.renderer, clock: terminal.clock, work)
print(terminal.lines)

var done = 0
for number in [1, 2, 3].tracked("Adding") { done += number }
print("added \(done)")

@MainActor final class Model {
    var names: [String] = []

    func load() async throws {
        try await withHUD("Loading") { hud in
            try await Task.sleep(for: .milliseconds(1))
            names.append(hud.label)
        }
    }
}
let model = Model()
try await model.load()
print(model.names)

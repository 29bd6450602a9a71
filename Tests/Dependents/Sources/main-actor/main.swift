// A program whose declarations are isolated to the main actor. The body of a scope uses them without a hop.
import HUDTerminal
import HUDTesting

final class Model {
    var names: [String] = []
    let terminal = TestTerminal(columns: 40, rows: 6)

    func load() async {
        await withHUD("Loading", total: 2, renderer: terminal.renderer, clock: terminal.clock) { hud in
            for name in ["one", "two"] {
                terminal.clock.advance(by: .milliseconds(300))
                names.append(name)
                hud.work.complete()
                await Task.yield()
            }
            print(terminal.lines)
        }
    }

    func pack() {
        withHUD("Packing") { hud in
            names.append(hud.label)
        }
    }
}

let model = Model()
await model.load()
model.pack()
print(model.names, model.terminal.lines)

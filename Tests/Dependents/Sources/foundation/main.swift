// A program that uses Foundation, with its Progress under a HUD.
import Foundation
import HUDFoundation
import HUDTerminal
import HUDTesting

let terminal = TestTerminal(columns: 40, rows: 6)
let progress = Progress(totalUnitCount: 8)
let hud = HUD(label: "Copying", mode: .bar, renderer: terminal.renderer, clock: terminal.clock)
hud.progressSource = FoundationProgress(progress)
hud.show(animated: false)
progress.completedUnitCount = 4
terminal.clock.advance(by: .milliseconds(100))
print(terminal.lines)
hud.hide(animated: false)
print(terminal.lines)

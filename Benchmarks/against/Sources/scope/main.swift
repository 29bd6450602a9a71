// Built only: what a program with one HUD adds to a build.
import HUDTerminal

withHUD("Counting", total: 100) { hud in
    for _ in 1...100 { hud.work.complete() }
}

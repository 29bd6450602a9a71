// A scope, a sequence, a tree and a command, in a program in Swift 6 mode.
import HUDJob
import HUDTerminal
import HUDTesting

struct Package: Sendable {
    var name: String
    func install() async throws {}
}

let packages = ["one", "two", "three"].map(Package.init)
let terminal = TestTerminal(columns: 40, rows: 6)

// 1. A scope, with the renderer that suits standard error. It ends within its grace time, so nothing is written.
let count = try await withHUD("Installing", total: packages.count) { hud in
    for package in packages {
        try await package.install()
        hud.work.complete()
    }
    return packages.count
}
print("installed \(count)")

// 2. A sequence, on a terminal and a clock of the test.
for number in (1...4).tracked("Compressing", renderer: terminal.renderer, clock: terminal.clock) {
    terminal.clock.advance(by: .milliseconds(250))
    if number == 3 { print(terminal.lines) }
}
print(terminal.lines)

// An asynchronous sequence.
let chunks = AsyncStream<Int> { stream in
    for chunk in 0..<8 { stream.yield(chunk) }
    stream.finish()
}
var received = 0
for await chunk in chunks.tracked("Downloading", total: 8, unit: .bytes) { received += chunk }
print("received \(received)")

// 3. A tree.
try await withHUD("Building", total: 10, renderer: terminal.renderer, clock: terminal.clock) { hud in
    let fetch = hud.work.subprogress(assigningCount: 7, label: "Fetching").start(totalCount: 2)
    for package in packages.prefix(2) {
        try await package.install()
        fetch.complete()
    }
    let unpack = hud.work.subprogress(assigningCount: 3, label: "Unpacking").start(totalCount: 3)
    unpack.complete(count: 1)
    print("fraction \(hud.work.fractionCompleted)")
}

// 4. A command, and a HUD without a scope.
func runCommand() async throws {
    let result = try await HUDJob(["true"]).run()
    print("succeeded: \(result.hasSucceeded)")
    await HUD().finish()
}
try await runCommand()

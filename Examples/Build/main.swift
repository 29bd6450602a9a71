// A build of targets that need each other, several at a time: a tree of work whose parts add up. The targets that are being built have rows, and their
// steps have rows below those.
//
//     swift run build-example         # succeeds
//     swift run build-example Net     # fails in Net
import Foundation
import HUDTerminal

struct Target: Sendable {
    var name: String
    var files: Int
    var needs: [String] = []
}

struct BuildError: Error, CustomStringConvertible {
    var description: String
}

// Each after those that it needs.
let targets = [
    Target(name: "Core", files: 50), Target(name: "Text", files: 45),
    Target(name: "Net", files: 30, needs: ["Core"]), Target(name: "Store", files: 20, needs: ["Core", "Text"]),
    Target(name: "App", files: 15, needs: ["Net", "Store"])
]
/// What linking counts as, in files.
let linkUnits = 5
let broken = CommandLine.arguments.dropFirst().first

func compile(_ target: Target, part: ProgressNode) async throws {
    let files = part.subprogress(assigningCount: target.files, label: "compiling").start(totalCount: target.files)
    for file in 1...target.files {
        try await Task.sleep(for: .milliseconds(20))
        if target.name == broken && file == 10 { throw BuildError(description: "\(target.name) has an error in file 10") }
        files.complete()
    }
    files.finish()
    let link = part.subprogress(assigningCount: linkUnits, label: "linking").start()
    try await Task.sleep(for: .milliseconds(150))
    link.finish()
}

func build(under hud: HUD) async throws {
    var builds: [String: Task<Void, any Error>] = [:]
    defer { for build in builds.values { build.cancel() } }
    for target in targets {
        let needed = target.needs.compactMap { builds[$0] }
        builds[target.name] = Task {
            for build in needed { try await build.value }
            let part = hud.work.subprogress(assigningCount: target.files, label: target.name)
                .start(totalCount: target.files + linkUnits)
            try await part.run { try await compile(target, part: part) }
            hud.log("built \(target.name)")
        }
    }
    for target in targets { try await builds[target.name]?.value }
}

do {
    try await withHUD("Building", total: targets.map(\.files).reduce(0, +)) { hud in
        hud.rows = .halfOfWindow(graceTime: .milliseconds(100))
        hud.rows.levels = 2  // the targets, and the steps of each
        hud.summary = .always  // ✓ Building 1.7 s, or ✗ and the error
        try await build(under: hud)
    }
} catch {
    exit(1)
}

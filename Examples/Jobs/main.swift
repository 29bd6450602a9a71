// Runs command lines, two at a time, each under a HUD of its own. Their output scrolls above the HUDs, whole lines at a time, and a HUD shows the progress
// that its command prints, such as [12/345]. The exit status is the number of commands that failed.
//
//     swift run jobs-example 'make -C one' 'make -C two' 'npm test'
import Foundation
import HUDJob
import HUDTerminal

func run(_ line: String, renderer: any HUDRenderer) async -> Bool {
    var configuration = HUDJob.Configuration()
    configuration.progress = .auto
    do {
        return try await HUDJob(["sh", "-c", line], configuration: configuration)
            .run(line, summary: .always, renderer: renderer).hasSucceeded
    } catch {
        renderer.log("\(line): \(error)")
        return false
    }
}

let lines = CommandLine.arguments.dropFirst()
let renderer = AutomaticRenderer()
let failures = await withTaskGroup(of: Bool.self) { group in
    var waiting = lines.makeIterator()
    func startNext() {
        if let line = waiting.next() { group.addTask { await run(line, renderer: renderer) } }
    }
    startNext()
    startNext()
    var failures = 0
    for await hasSucceeded in group {
        if !hasSucceeded { failures += 1 }
        startNext()
    }
    return failures
}
exit(Int32(failures))

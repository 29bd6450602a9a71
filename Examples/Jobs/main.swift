// Runs each command line that it is given, two at a time, as a part of one HUD: a row shows the progress that its command prints, such as [12/345], and what it
// prints scrolls above the HUD, whole lines at a time. The exit status is the number of commands that failed, 101 at most.
//
//     swift run jobs-example 'make -C one' 'make -C two' 'npm test'
import Foundation
import HUDJob
import HUDTerminal

func run(_ line: String, in hud: HUD) async -> Bool {
    var configuration = HUDJob.Configuration()
    configuration.progress = .auto
    let job = HUDJob(["sh", "-c", line], configuration: configuration)
    return (try? await job.run(in: hud, label: line).hasSucceeded) == true
}

let lines = CommandLine.arguments.dropFirst()
let failures = await withHUD("Jobs", total: lines.count, rows: .halfOfWindow(), summary: .always) { hud in
    return await withTaskGroup(of: Bool.self) { group in
        var waiting = lines.makeIterator()
        func startNext() {
            if let line = waiting.next() { group.addTask { await run(line, in: hud) } }
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
}
exit(Int32(min(failures, 101)))

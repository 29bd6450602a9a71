import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// `job-probe group line …`: runs the command lines as a group in a scope, with the renderer of a program that names none.
func runGroup(_ lines: [String]) -> Never {
    var configuration = JobGroup.Configuration()
    configuration.output = .failure
    configuration.usesHistory = false
    let jobs = lines.enumerated().map { JobGroup.Job(["sh", "-c", $1], name: "job \($0 + 1)") }
    let result = withHUD("GROUP", timing: HUDTiming(graceTime: .milliseconds(50), minimumShowTime: .zero)) { hud in
        hud.rows = .upTo(4, graceTime: .milliseconds(50))
        return try? JobGroup(jobs, configuration: configuration).run(in: hud)
    }
    print("failed: \(result?.failed ?? -1)")
    exit(0)
}

import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// `job-probe relay command …`: wraps a command as hud-demo does, with public declarations alone.
func relay(_ command: [CommandArgument]) -> Never {
    do {
        let result = try HUDJob(words: command).relay { terminal in
            HUD(
                label: "RELAY", timing: HUDTiming(graceTime: .milliseconds(200), minimumShowTime: .zero),
                renderer: terminal.makeRenderer())
        }
        result.exitProcess()
    } catch {
        print(error)
        error.exitProcess()
    }
}

/// `job-probe alone line …`: runs the command lines one after another, with the renderer of a program that names none, each at most `$TIME_LIMIT` seconds.
func runAlone(_ lines: [String]) -> Never {
    var configuration = HUDJob.Configuration()
    configuration.timeLimit = getenv("TIME_LIMIT").flatMap { Double(String(cString: $0)) }.map { .seconds($0) }
    for line in lines {
        let outcome: String
        do {
            outcome = "status \(try HUDJob(["sh", "-c", line], configuration: configuration).run("ALONE").exitStatus)\n"
        } catch {
            outcome = "\(error)\n"
        }
        _ = Array(outcome.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
    exit(0)
}

/// `job-probe relays line …`: relays the command lines one after another, then does what a program without a job does.
func relayInTurn(_ lines: [String]) {
    for line in lines {
        let result = try? HUDJob(["sh", "-c", line]).relay { terminal in
            HUD(label: "RELAY", renderer: terminal.makeRenderer(leavesSummary: false))
        }
        print("status \(result?.exitStatus ?? -1)")
    }
    print("and now?")
    print("typed \(readLine() ?? "nothing")")
    while true { pause() }
}

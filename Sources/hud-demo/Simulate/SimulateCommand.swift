import HUDJob
import HUDLibc
import HUDScenario
import HUDTerminal

/// `hud-demo simulate`: plays a scenario and prints its events, or draws them.
struct SimulateCommand {
    private let path: CommandArgument
    private let json: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        guard let path = try arguments.only() else {
            throw UsageError(message: "simulate needs a scenario: a file, or '-' for standard input")
        }
        self.path = path
        json = arguments.settings.printsEvents
    }

    /// The most bytes of a scenario, 64 MiB: some five million calls.
    private static let most = 64 << 20

    func run() throws(UsageError) -> Int32 {
        let name = path == "-" ? "standard input" : ShellWord.quoted(path.text)
        // One byte more than the maximum, to recognize a file that is too long.
        let text = try path.contents(limit: Self.most + 1, named: name, allowsDash: true)
        if text.count > Self.most { throw UsageError(message: "\(name) is no scenario: larger than \(Self.most >> 20) MiB") }
        let simulation: Simulation
        do {
            simulation = try Simulation(parsing: text)
        } catch {
            throw UsageError(message: "\(name), \(error)")
        }
        if json { return printEvents(of: simulation) }
        let columns = TerminalWindow.columns(of: STDOUT_FILENO) ?? 80
        return StandardOutput.say(simulation.diagram(columns: columns, isUTF8: TerminalWindow.isUTF8))
    }

    /// Prints the events while the scenario plays, in large pieces.
    private func printEvents(of simulation: Simulation) -> Int32 {
        var output: [UInt8] = []
        do throws(WriteError) {
            try simulation.playEvents { (line) throws(WriteError) in
                output += line.utf8
                output.append(UInt8(ascii: "\n"))
                guard output.count >= 65536 else { return }
                try StandardOutput.put(output)
                output.removeAll(keepingCapacity: true)
            }
            try StandardOutput.put(output)
            return 0
        } catch {
            return error.exitStatus
        }
    }
}

extension Command {
    static let simulate = Command(
        name: "simulate", summary: "play a timing scenario without waiting",
        usage: """
            Usage: hud-demo simulate FILE|- [--json]

            Plays a timing scenario on a manual clock, without waiting, and draws when the
            HUD would have been on screen.
            """,
        own: { [json] },
        notes: """
              grace 0.5        settings first: grace, min-show, animation (seconds),
              min-show 1       fps N (frames, in --json; needs an 'end T' line)
              at 0 show        then calls, in order of time: show, show instant,
              at 0.7 hide      hide, hide instant, hide after S, progress P
              end 4            where to stop (default: when nothing is pending)

            With 'indicator activity' the settings are activation and completion, and the
            calls are begin and end. '#' starts a comment.

            With 'indicator group' it plays many jobs, and draws when each had a row:

              row-grace 0.5    settings first: slots (as -j), rows, row-grace, row-min-show
              job a.c 2.5      then jobs, in the order of their starts
              job b.c 1 fails

            Exit status: 0; 2 if the scenario is invalid, in which case nothing is played.
            """,
        words: Argument(name: "scenario", completion: .files),
        run: { try SimulateCommand($0).run() })

    private static let json = Option(
        "json", .flag, "print the events as JSON, one per line", manual: "Print the events as JSON, one per line."
    ) { $0.printsEvents = $1 }
}

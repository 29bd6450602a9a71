import HUDJob
import HUDCore
import HUDScenario

/// `hud-demo simulate`: plays a scenario and prints its events, or draws them.
struct SimulateCommand {
    var path: RawWord
    var json: Bool

    func run() throws(UsageError) -> Int32 {
        let name = path == RawWord("-") ? "standard input" : ShellWord.quoted(path.text)
        let scenario: Scenario
        do {
            let text = try path.contents(named: name, allowsDash: true)
            if GroupScenario.isDescribed(by: text) { return try play(GroupScenario(parsing: text)) }
            scenario = try Scenario(parsing: text)
        } catch let error as ScenarioError {
            throw UsageError(message: "\(name), line \(error.line): \(error.message)")
        } catch let error as UsageError {
            throw error
        } catch {
            throw UsageError(message: "\(name): \(error)")
        }
        if json { return printEvents(of: scenario) }
        return StandardOutput.say(TimelineView(scenario, columns: TimelineView.windowColumns).text())
    }

    private func play(_ group: GroupScenario) -> Int32 {
        if !json { return StandardOutput.say(GroupTimelineView(group, columns: TimelineView.windowColumns).text()) }
        return print { (put) throws(WriteError) in
            try GroupPlayer(group).play { (moment) throws(WriteError) in try put(moment.json(group.jobs)) }
        }
    }

    /// Prints events while the scenario plays, so that memory does not grow with the number of frames.
    private func printEvents(of scenario: Scenario) -> Int32 {
        print { (put) throws(WriteError) in
            try ScenarioPlayer(scenario).play { (moment) throws(WriteError) in
                if let line = moment.json { try put(line) }
            }
        }
    }

    /// Prints lines in large pieces.
    ///
    /// - Parameter body: Gives each line to its argument.
    private func print(_ body: ((String) throws(WriteError) -> Void) throws(WriteError) -> Void) -> Int32 {
        var output: [UInt8] = []
        do throws(WriteError) {
            try body { (line) throws(WriteError) in
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

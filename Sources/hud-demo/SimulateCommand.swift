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
            scenario = try Scenario(parsing: try path.contents(named: name, allowsDash: true))
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

    /// Prints events while the scenario plays, so that memory does not grow with the number of frames.
    private func printEvents(of scenario: Scenario) -> Int32 {
        var output: [UInt8] = []
        do {
            try ScenarioPlayer(scenario).play { (moment) throws(WriteError) in
                guard let line = moment.json else { return }
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

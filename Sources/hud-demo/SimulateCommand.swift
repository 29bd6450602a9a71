import HUDCore

/// `hud-demo simulate`: plays a scenario and prints its events, or draws them.
struct SimulateCommand {
    var path: RawWord
    var json: Bool

    func run() throws(UsageError) -> Int32 {
        let name = path == RawWord("-") ? "standard input" : ShellWord.quoted(path.text)
        let scenario: Scenario
        do {
            scenario = try Scenario(parsing: try contents(named: name))
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

    private func contents(named name: String) throws(UsageError) -> [UInt8] {
        let descriptor =
            path == RawWord("-") ? STDIN_FILENO : path.withCString { $0.map { open($0, O_RDONLY | O_CLOEXEC) } ?? -1 }
        func fail() -> UsageError { UsageError(message: "can't read \(name): " + String(cString: strerror(errno))) }
        if descriptor < 0 { throw fail() }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count > 0 { bytes += buffer[..<count] } else if errno != EINTR { throw fail() }
        }
    }

    /// Prints as it plays: memory does not grow with the number of frames.
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

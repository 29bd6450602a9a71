// Runs each command line that it is given, by sh, under a HUD of its own, all at once. It uses the libraries as an outsider does.
import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

let words = CommandArgument.ofThisProcess.dropFirst()
if words.first == "relay" { relay(Array(words.dropFirst())) }
if words.first == "relays" { relayInTurn(words.dropFirst().map(\.text)) }
if words.first == "stop" { stop() }
if words.first == "alone" { runAlone(words.dropFirst().map(\.text)) }
if words.first == "group" { runGroup(words.dropFirst().map(\.text)) }

let lines = words.map(\.text)
let results = await withTaskGroup(of: (Int, String).self) { group in
    for (index, line) in lines.enumerated() {
        group.addTask {
            var configuration = HUDJob.Configuration()
            configuration.progress = .auto
            if getenv("HIDES_OUTPUT") != nil { configuration.output = .failure }
            configuration.environment = .updating(["JOB_NUMBER": String(index + 1)])
            do throws(HUDJobError) {
                let result = try await HUDJob(["sh", "-c", line], configuration: configuration).run(
                    "job \(index + 1)", timing: HUDTiming(graceTime: .milliseconds(50)), renderer: InlineRenderer())
                switch result.status {
                case .exited(let status): return (index, "exited(\(status))")
                case .killed(let signal): return (index, "killed(by: \(signal))")
                }
            } catch {
                return (index, error.description)
            }
        }
    }
    var results = [String](repeating: "", count: lines.count)
    for await (index, result) in group { results[index] = result }
    return results
}
for (index, result) in results.enumerated() { print("job \(index + 1): \(result)") }

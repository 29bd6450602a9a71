import Foundation
import HUDCore
import Testing

@testable import HUDScenario

/// A scenario and its expected events, as files in `Cases`.
struct TimingCase: CustomTestStringConvertible {
    let name: String
    let scenario: String
    let expected: String

    var testDescription: String { name }

    static let all: [TimingCase] = {
        let folder = Bundle.module.bundleURL.appendingPathComponent("Cases")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "scenario" }.sorted { $0.path < $1.path }.compactMap { file in
            let expected = file.deletingPathExtension().appendingPathExtension("expected")
            guard let scenario = try? String(contentsOf: file, encoding: .utf8),
                let events = try? String(contentsOf: expected, encoding: .utf8)
            else { return nil }
            return TimingCase(name: file.deletingPathExtension().lastPathComponent, scenario: scenario, expected: events)
        }
    }()
}

@Suite struct CaseTests {
    @Test func `The cases are found`() {
        #expect(TimingCase.all.count == 40)
    }

    @Test(arguments: TimingCase.all)
    func `A case plays byte for byte`(_ timingCase: TimingCase) throws {
        let scenario = try Scenario(parsing: timingCase.scenario.utf8)
        var output = ""
        scenario.play { moment in
            if let line = moment.json { output += line + "\n" }
        }
        #expect(output == timingCase.expected)
    }

    /// The same without HUD, clock and alarm: on the state machine alone, with the time of each call.
    @Test(arguments: TimingCase.all.filter { !$0.scenario.contains("indicator activity") && !$0.scenario.contains("fps") })
    func `A case plays the same on the bare state machine`(_ timingCase: TimingCase) throws {
        let scenario = try Scenario(parsing: timingCase.scenario.utf8)
        var machine = HUDStateMachine(
            graceTime: scenario.graceTime, minimumShowTime: scenario.minimumShowTime,
            animationDuration: scenario.animationDuration)
        var events: [HUDEvent] = []
        for call in scenario.calls {
            switch call.action {
            case .show(let animated): events += machine.show(at: call.time, animated: animated)
            case .hide(let animated): events += machine.hide(at: call.time, animated: animated)
            case .hideAfter(let delay, let animated): events += machine.hide(after: delay, at: call.time, animated: animated)
            case .progress, .begin, .end: break
            }
        }
        events += machine.advance(to: .distantFuture)
        let output = events.compactMap { Scenario.Moment.event($0, lastProgress: nil).json.map { $0 + "\n" } }.joined()
        #expect(output == timingCase.expected)
    }
}

import HUDCore

/// Jobs with their durations, a number of slots, and the timing of rows: a scenario for the rows of many jobs, which ``GroupPlayer`` plays without
/// waiting.
///
/// ```text
/// indicator group
/// slots 4
/// row-grace 0.5
/// row-min-show 0.3
/// job a.c 2.5
/// job b.c 0.3 fails
/// ```
struct GroupScenario: Sendable, Equatable {
    /// A job.
    struct Job: Sendable, Equatable {
        /// Its name.
        var name: String
        /// How long it runs.
        var duration: Duration
        /// Whether it fails at its end.
        var fails = false
    }

    /// How many jobs run at once; 4 by default.
    var slots = 4
    /// The most rows; 8 by default.
    var rows = 8
    /// How long a job runs before it gets a row; 0.5 s by default.
    var graceTime = Duration.milliseconds(500)
    /// How long a row stays at least; 0.3 s by default.
    var minimumShowTime = Duration.milliseconds(300)
    /// The jobs, in the order in which they start.
    var jobs: [Job] = []

    /// Whether a text is a scenario of a group: whether its first line that is not empty is `indicator group`.
    static func isDescribed(by bytes: some Sequence<UInt8>) -> Bool {
        let first = ScenarioText.lines(of: bytes).lazy.map { ScenarioText.words(of: $0) }.first { !$0.isEmpty }
        return first == ["indicator", "group"]
    }

    /// Parses a scenario.
    ///
    /// | line | what it sets |
    /// | --- | --- |
    /// | `indicator group` | what the scenario is for; the first line |
    /// | `slots N`, `rows N` | how many jobs run at once, and the most rows |
    /// | `row-grace T`, `row-min-show T` | the timing of each row |
    /// | `job NAME T [fails]` | a job that runs for T seconds |
    ///
    /// - Parameter bytes: UTF-8 text. A byte order mark at the start is skipped.
    /// - Throws: ``ScenarioError`` for the first line that can't be parsed.
    init(parsing bytes: some Sequence<UInt8>) throws(ScenarioError) {
        var settings: [Substring: Int] = [:]
        var number = 0
        for text in ScenarioText.lines(of: bytes) {
            number += 1
            var words = ScenarioText.words(of: text)[...]
            guard let name = words.popFirst() else { continue }
            if name == "job" {
                try readJob(&words, line: number)
            } else {
                if let earlier = settings[name] {
                    throw ScenarioError(line: number, message: "'\(name)' is set already, on line \(earlier)")
                }
                try readSetting(name, words.popFirst(), line: number)
                if !jobs.isEmpty {
                    throw ScenarioError(line: number, message: "the setting '\(name)' comes after a job: settings come first")
                }
                settings[name] = number
            }
            if let extra = words.first {
                throw ScenarioError(line: number, message: "\(ScenarioText.quoted(extra)) is one word too many")
            }
        }
    }

    private mutating func readSetting(_ name: Substring, _ value: Substring?, line: Int) throws(ScenarioError) {
        switch name {
        case "indicator":
            guard value == "group" else {
                throw ScenarioError(line: line, message: "the scenario of a group begins with 'indicator group'")
            }
        case "slots": slots = try ScenarioText.number(value, "slots", in: 1...1_000_000, line: line)
        case "rows": rows = try ScenarioText.number(value, "rows", in: 0...10_000, line: line)
        case "row-grace": graceTime = try ScenarioText.duration(value, "row-grace", line: line)
        case "row-min-show": minimumShowTime = try ScenarioText.duration(value, "row-min-show", line: line)
        default:
            let known = "expected slots, rows, row-grace, row-min-show or job"
            throw ScenarioError(line: line, message: "unknown word \(ScenarioText.quoted(name)): \(known)")
        }
    }

    private mutating func readJob(_ words: inout ArraySlice<Substring>, line: Int) throws(ScenarioError) {
        guard let name = words.popFirst() else {
            throw ScenarioError(line: line, message: "'job' needs a name and a time: job a.c 2.5")
        }
        let duration = try ScenarioText.duration(words.popFirst(), "job", line: line)
        let fails = words.first == "fails"
        if fails { words.removeFirst() }
        jobs.append(Job(name: String(name), duration: duration, fails: fails))
    }
}

import HUDCore

/// Jobs with their durations, a number of slots, and the timing of rows: a scenario for the rows of many jobs, which ``play(_:)`` plays without
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
        var reader = ScenarioReader(bytes)
        return (try? reader.nextLine()) == "indicator" && reader.word() == "group" && reader.word() == nil
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
        var reader = ScenarioReader(bytes)
        while let name = try reader.nextLine() {
            if name == "job" {
                try readJob(&reader)
            } else {
                try reader.note(name)
                try readSetting(name, &reader)
                if !jobs.isEmpty { throw reader.error("the setting '\(name)' comes after a job: settings come first") }
            }
        }
    }

    private mutating func readSetting(_ name: Substring, _ reader: inout ScenarioReader) throws(ScenarioError) {
        switch name {
        case "indicator":
            guard reader.word() == "group" else {
                throw reader.error("the scenario of a group begins with 'indicator group'")
            }
        case "slots": slots = try reader.number("slots", in: 1...1_000_000)
        case "rows": rows = try reader.number("rows", in: 0...10_000)
        case "row-grace": graceTime = try reader.duration("row-grace")
        case "row-min-show": minimumShowTime = try reader.duration("row-min-show")
        default:
            let known = "expected slots, rows, row-grace, row-min-show or job"
            throw reader.error("unknown word \(ScenarioReader.quoted(name)): \(known)")
        }
    }

    private mutating func readJob(_ reader: inout ScenarioReader) throws(ScenarioError) {
        guard let name = reader.word() else {
            throw reader.error("'job' needs a name and a time: job a.c 2.5")
        }
        let duration = try reader.duration("job")
        jobs.append(Job(name: String(name), duration: duration, fails: reader.take("fails")))
    }
}

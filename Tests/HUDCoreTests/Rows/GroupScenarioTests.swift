import Testing

@testable import HUDCore
@testable import HUDScenario

/// Scenarios of many jobs: what can be written, and what is played.
@Suite struct GroupScenarioTests {
    private func play(_ text: String) throws -> [String] {
        let scenario = try GroupScenario(parsing: text.utf8)
        var lines: [String] = []
        scenario.play { lines.append($0.json(scenario.jobs)) }
        return lines
    }

    @Test func `Jobs start when a slot is free, and have a row when their grace time is over`() throws {
        let lines = try play(
            """
            indicator group  # two at once
            slots 2
            rows 1
            row-grace 0.5
            row-min-show 0.3
            job a 0.6
            job b 0.4
            job "c\\ 2 fails
            """)
        #expect(
            lines == [
                #"{"t":0,"event":"start","job":"a"}"#,
                #"{"t":0,"event":"start","job":"b"}"#,
                #"{"t":0.4,"event":"end","failed":false,"job":"b"}"#,
                #"{"t":0.4,"event":"start","job":"\"c\\"}"#,
                #"{"t":0.5,"event":"appear","place":0,"job":"a"}"#,
                #"{"t":0.6,"event":"end","failed":false,"job":"a"}"#,
                #"{"t":0.9,"event":"disappear","place":0,"job":"a"}"#,
                #"{"t":0.9,"event":"appear","place":0,"job":"\"c\\"}"#,
                #"{"t":2.4,"event":"end","failed":true,"job":"\"c\\"}"#,
                #"{"t":3.4,"event":"disappear","place":0,"job":"\"c\\"}"#
            ])
    }

    @Test func `Without a setting, four run at once, with eight rows`() throws {
        let scenario = try GroupScenario(parsing: "indicator group\njob a 1".utf8)
        #expect(scenario.slots == 4)
        #expect(scenario.rows == 8)
        #expect(scenario.graceTime == .milliseconds(500))
        #expect(scenario.minimumShowTime == .milliseconds(300))
    }

    @Test(arguments: [
        ("indicator group\nslots 0", 2, "bad slots '0': expected a whole number from 1 to 1000000"),
        ("indicator group\njob", 2, "'job' needs a name and a time: job a.c 2.5"),
        ("indicator group\njob a", 2, "'job' needs a time: decimal seconds from 0 to 31536000, to the nanosecond"),
        ("indicator group\njob a 1 failed", 2, "'failed' is one word too many"),
        ("indicator group\njob a 1\nslots 2", 3, "the setting 'slots' comes after a job: settings come first"),
        ("indicator group\n\ngrace 1", 3, "unknown word 'grace': expected slots, rows, row-grace, row-min-show or job"),
        ("indicator group\nrows 1\nrows 2", 3, "'rows' is set already, on line 2")
    ])
    func `A line that can't be read is named`(text: String, line: Int, message: String) {
        #expect(throws: ScenarioError(line: line, message: message)) { try GroupScenario(parsing: text.utf8) }
    }

    @Test func `A scenario of a group is told by its first line`() {
        #expect(GroupScenario.isDescribed(by: "# many\n\n indicator  group\n".utf8))
        #expect(!GroupScenario.isDescribed(by: "indicator hud\n".utf8))
        #expect(!GroupScenario.isDescribed(by: "".utf8))
    }
}

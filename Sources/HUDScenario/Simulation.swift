/// A scenario that was read, for `hud-demo simulate`: of a HUD, of an activity indicator, or of a group of jobs.
package struct Simulation {
    private enum Content {
        case indicator(Scenario)
        case group(GroupScenario)
    }

    private let content: Content

    /// Parses a scenario.
    ///
    /// - Parameter bytes: UTF-8 text. A byte order mark at the start is skipped.
    /// - Throws: ``ScenarioError`` for the first line that can't be parsed.
    package init(parsing bytes: [UInt8]) throws(ScenarioError) {
        content =
            GroupScenario.isDescribed(by: bytes)
            ? .group(try GroupScenario(parsing: bytes)) : .indicator(try Scenario(parsing: bytes))
    }

    /// A diagram, with line breaks: the time, and what is on the screen at each time.
    ///
    /// - Parameters:
    ///   - columns: The width of the window. No line is wider, unless it has less than 24 columns.
    ///   - isUTF8: Whether it may have characters other than ASCII.
    package func diagram(columns: Int, isUTF8: Bool) -> String {
        let columns = min(max(columns, 24), 120)
        return switch content {
        case .indicator(let scenario): TimelineView(scenario, columns: columns, isUTF8: isUTF8).text()
        case .group(let scenario): GroupTimelineView(scenario, columns: columns, isUTF8: isUTF8).text()
        }
    }

    /// Plays the scenario without waiting. Memory does not grow with the number of events.
    ///
    /// - Parameter put: Called with each event, in order: a JSON object on one line, without a line feed. An error that it throws ends the scenario.
    /// - Throws: What `put` throws.
    package func playEvents<Failure: Error>(_ put: (String) throws(Failure) -> Void) throws(Failure) {
        switch content {
        case .indicator(let scenario):
            try scenario.play { (moment) throws(Failure) in
                if let line = moment.json { try put(line) }
            }
        case .group(let scenario):
            try scenario.play { (moment) throws(Failure) in try put(moment.json(scenario.jobs)) }
        }
    }
}

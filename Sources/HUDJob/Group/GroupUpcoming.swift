import HUDCore

/// The next jobs that wait for others, for rows that say so.
struct GroupUpcoming {
    /// The most rows.
    static let mostRows = 4
    /// The most names in a row.
    private static let mostNames = 2

    /// Those that have a row, if there is a place for it.
    private(set) var shown: [Int] = []
    /// Those that have come after others when they were added, from `next` on.
    private var rest: [Int] = []
    private var next = 0

    /// Takes a job that comes after others.
    mutating func add(_ job: Int) { rest.append(job) }

    /// Finds the first jobs that wait.
    mutating func update(_ dependencies: GroupDependencies) {
        shown.removeAll { !dependencies.waits($0) }
        while shown.count < Self.mostRows, next < rest.count {
            if dependencies.waits(rest[next]) { shown.append(rest[next]) }
            next += 1
        }
    }

    /// What a job waits for: `for build, lint and 3 more`.
    static func reason(_ job: Int, after predecessors: [Int], _ dependencies: GroupDependencies, name: (Int) -> String) -> String
    {
        var names = predecessors.lazy.filter { dependencies.isOpen($0) }.prefix(mostNames).map(name).joined(separator: ", ")
        let rest = dependencies.openCount(before: job) - mostNames
        if rest > 0 { names += " and \(rest) more" }
        return "for " + names
    }
}

extension GroupRun {
    /// Shows what the next jobs wait for.
    func showUpcoming() {
        guard !jobs.predecessors.isEmpty, let hud = face.hud, face.ownsHUD, face.display.screen != nil, hud.rows != .none else {
            return
        }
        jobs.upcoming.update(machine.dependencies)
        let rows = jobs.upcoming.shown.map { job in
            let reason = GroupUpcoming.reason(job, after: jobs.predecessors[job] ?? [], machine.dependencies) {
                jobs.list[$0]?.name ?? ""
            }
            return HUDRow(label: jobs.list[job]?.name ?? "", detailsLabel: reason, state: .waiting)
        }
        hud.setUpcomingRows(rows)
    }
}

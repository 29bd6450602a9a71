import HUDCore

/// The next jobs that wait for others, for rows that say so.
struct GroupUpcoming {
    /// A job that has a row, if there is a place for it.
    struct Entry {
        /// The most names in a row.
        private static let mostNames = 2

        let job: Int
        /// The first jobs for which it waits.
        private var awaited: [Int] = []
        /// The others are those that it comes after from this place on. A job that has succeeded stays so, so each is looked at once.
        private var next = 0

        fileprivate init(job: Int) { self.job = job }

        fileprivate mutating func update(_ predecessors: [Int], _ dependencies: GroupDependencies) {
            awaited.removeAll { !dependencies.isOpen($0) }
            while awaited.count < Self.mostNames, next < predecessors.count {
                if dependencies.isOpen(predecessors[next]) { awaited.append(predecessors[next]) }
                next += 1
            }
        }

        /// What the job waits for: `for build, lint and 3 more`.
        func reason(_ dependencies: GroupDependencies, name: (Int) -> String) -> String {
            let names = awaited.map(name).joined(separator: ", ")
            let rest = dependencies.openCount(before: job) - awaited.count
            return rest > 0 ? "for \(names) and \(rest) more" : "for \(names)"
        }
    }

    /// The most rows.
    private static let mostRows = 4

    private(set) var entries: [Entry] = []
    /// Those that have come after others when they were added, from `next` on.
    private var rest: [Int] = []
    private var next = 0

    /// Takes a job that comes after others.
    mutating func add(_ job: Int) { rest.append(job) }

    /// Finds the first jobs that wait, and what for.
    ///
    /// - Parameter predecessors: The jobs that each of them comes after.
    mutating func update(_ dependencies: GroupDependencies, _ predecessors: [Int: [Int]]) {
        entries.removeAll { !dependencies.waits($0.job) }
        while entries.count < Self.mostRows, next < rest.count {
            let job = rest[next]
            next += 1
            // A job that was skipped, and waits again, is there twice.
            if dependencies.waits(job), !entries.contains(where: { $0.job == job }) { entries.append(Entry(job: job)) }
        }
        for index in entries.indices { entries[index].update(predecessors[entries[index].job] ?? [], dependencies) }
    }
}

extension GroupRun {
    /// Shows what the next jobs wait for, until no more jobs start.
    func showUpcoming() {
        guard !jobs.predecessors.isEmpty || !jobs.upcoming.entries.isEmpty, let hud = shown.hud, shown.ownsHUD,
            shown.display.screen != nil, hud.rows != .none
        else { return }
        guard machine.state == .running else { return hud.setUpcomingRows([]) }
        jobs.upcoming.update(machine.dependencies, jobs.predecessors)
        let rows = jobs.upcoming.entries.map { entry in
            let reason = entry.reason(machine.dependencies) { jobs.list[$0].name }
            return HUDRow(label: jobs.list[entry.job].name, detailsLabel: reason, state: .waiting)
        }
        hud.setUpcomingRows(rows)
    }
}

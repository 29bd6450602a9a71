import HUDLibc

/// Which jobs of a list come after which others: the names in ``JobGroup/Job/after`` as numbers of jobs.
///
/// The time it takes is proportional to the number of names: no job is compared with another one.
struct JobOrder {
    /// Why names don't give an order.
    struct Problem: Error, Equatable {
        /// The job that is to blame.
        var job: Int
        /// A sentence without a period.
        var reason: String
    }

    /// The jobs that have one name. A name that several jobs have is an error only if a job comes after it.
    private struct Named {
        /// The first one.
        var job: Int
        /// The second one; nil if no other job has the name.
        var other: Int?
        /// The last job that comes after them.
        var follower: Int?
    }

    private var named: [CommandArgument: Named] = [:]
    /// The number of the next job.
    private var count = 0
    /// What the place of a job in its list is called.
    private let place: (Int) -> String

    /// - Parameter place: What the place of a job in its list is called.
    init(place: @escaping (Int) -> String) {
        self.place = place
    }

    /// The jobs that each job of a whole list comes after; nothing for the jobs that come after none.
    static func predecessors(in jobs: [JobGroup.Job], place: @escaping (Int) -> String) throws(Problem) -> [Int: [Int]] {
        guard jobs.contains(where: { !$0.after.isEmpty }) else { return [:] }
        var order = JobOrder(place: place)
        for job in jobs { try order.note(job) }
        var predecessors: [Int: [Int]] = [:]
        for (number, job) in jobs.enumerated() where !job.after.isEmpty {
            predecessors[number] = try order.predecessors(of: job, number)
        }
        if let cycle = cycle(in: predecessors, count: jobs.count) {
            throw Problem(job: cycle[0], reason: sentence(about: cycle.map { quoted(jobs[$0].rawName) }))
        }
        return predecessors
    }

    /// Takes the next job of a list whose jobs start as they are read, and returns the earlier jobs that it comes after.
    mutating func take(_ job: JobGroup.Job) throws(Problem) -> [Int] {
        let predecessors = job.after.isEmpty ? [] : try predecessors(of: job, count, isWhole: false)
        try note(job)
        return predecessors
    }

    private mutating func note(_ job: JobGroup.Job) throws(Problem) {
        defer { count += 1 }
        guard let name = job.ownName else { return }
        guard let known = named[name] else { return named[name] = Named(job: count) }
        if known.other == nil { named[name]?.other = count }
        if known.follower != nil { throw shared(name, known.job, count, blamed: count) }
    }

    private mutating func predecessors(of job: JobGroup.Job, _ number: Int, isWhole: Bool = true) throws(Problem) -> [Int] {
        var result: [Int] = []
        for name in job.after {
            if name.utf8.isEmpty {
                throw Problem(
                    job: number,
                    reason: "\(Self.quoted(job.rawName)) comes after a job without a name; names are separated by commas")
            }
            if !isWhole, name == job.ownName {
                throw Problem(job: number, reason: Self.sentence(about: [Self.quoted(name)]))
            }
            guard let known = named[name] else { throw unknown(name, job, number, isWhole: isWhole) }
            if let other = known.other { throw shared(name, known.job, other, blamed: number) }
            // A name that is there twice says nothing new.
            if known.follower == number { continue }
            named[name]?.follower = number
            result.append(known.job)
        }
        return result
    }

    // MARK: Cycles

    /// The jobs of a cycle, each of which comes after the next; nil if there is none.
    private static func cycle(in predecessors: [Int: [Int]], count: Int) -> [Int]? {
        var (open, followers) = ([Int](repeating: 0, count: count), [Int: [Int]]())
        for (job, others) in predecessors {
            open[job] = others.count
            for other in others { followers[other, default: []].append(job) }
        }
        var done = open.indices.filter { open[$0] == 0 }
        var next = 0
        while next < done.count {
            for follower in followers[done[next]] ?? [] {
                open[follower] -= 1
                if open[follower] == 0 { done.append(follower) }
            }
            next += 1
        }
        guard let start = open.firstIndex(where: { $0 > 0 }) else { return nil }
        // Each job that is left comes after another one that is left. So a path along them comes back to one of its jobs, and that is a cycle.
        var way = [start]
        var places = [start: 0]
        while let job = way.last, let other = predecessors[job]?.first(where: { open[$0] > 0 }) {
            if let place = places[other] {
                let cycle = way[place...]
                let first = cycle.firstIndex(of: cycle.min() ?? other) ?? place
                return Array(way[first...] + way[place..<first])
            }
            places[other] = way.count
            way.append(other)
        }
        return nil
    }

    // MARK: Sentences

    /// The most names of a sentence.
    private static let mostNames = 6

    private static func sentence(about cycle: [String]) -> String {
        var names = cycle + cycle.prefix(1)
        let rest = names.count - mostNames
        if rest > 1 { names.replaceSubrange(mostNames - 1..<names.count - 1, with: ["\(rest) more"]) }
        return names.joined(separator: " after ") + " is a cycle; one of them must start without another"
    }

    private func unknown(_ name: CommandArgument, _ job: JobGroup.Job, _ number: Int, isWhole: Bool) -> Problem {
        let start = "\(Self.quoted(job.rawName)) comes after \(Self.quoted(name)), and"
        if !isWhole {
            return Problem(job: number, reason: "\(start) no earlier job has that name; a file's lines can name later ones")
        }
        let others = named.filter { $0.value.job != number }.sorted { $0.value.job < $1.value.job }.map { Self.quoted($0.key) }
        let rest = others.count - Self.mostNames
        let names = rest > 1 ? others.prefix(Self.mostNames) + ["\(rest) more"] : others[...]
        let known = names.isEmpty ? "" : "; the names are \(names.joined(separator: ", "))"
        return Problem(job: number, reason: "\(start) no job has that name\(known)")
    }

    private func shared(_ name: CommandArgument, _ one: Int, _ other: Int, blamed job: Int) -> Problem {
        let name = Self.quoted(name)
        return Problem(
            job: job,
            reason: "\(place(one)) and \(place(other)) have the name \(name), and a job comes after \(name); rename one of them")
    }

    private static func quoted(_ name: CommandArgument) -> String { ShellWord.quoted(name.text) }
}

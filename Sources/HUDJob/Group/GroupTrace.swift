import HUDCore
import HUDReports
import HUDTerminal

/// The runs of a group's jobs as Chrome trace events, which chrome://tracing and Perfetto show: a lane for each slot, and some for
/// rows, which say when each job was on screen.
///
/// The file is a JSON array. It is written as the jobs end, and readers accept an array whose end is missing.
final class GroupTrace {
    private let file: GroupFileWriter
    private var lanes = 0
    private var isFirst = true
    /// The rows that are on screen, from the top: the job's name, since when, and the lane.
    private var rows: [(name: String, begin: Duration, lane: Int)] = []
    private var rowLanes = 0

    init(_ path: CommandArgument) throws(GroupWriteError) {
        file = try GroupFileWriter(path)
        try file.put(Array("[".utf8))
    }

    /// A run of a job has ended.
    ///
    /// - Parameter begin: Since the begin of the group.
    func add(_ job: Int, name: String, _ run: GroupMachine.Run, _ ending: HUDJob.Result, begin: Duration)
        throws(GroupWriteError)
    {
        while lanes <= run.slot {
            lanes += 1
            try put(Self.name(ofLane: lanes, "slot \(lanes)"))
        }
        var line = Self.event(name, "job", begin, ending.elapsed, lane: run.slot + 1)
        var facts = JSONLine()
        facts.add("job", job + 1)
        facts.add("attempt", run.attempt)
        facts.add("status", Int(ending.exitStatus))
        line.add("args", object: facts)
        try put(line)
    }

    /// A row comes or goes.
    ///
    /// - Parameter time: Since the begin of the group.
    func add(_ event: RowEvent<String>, at time: Duration) throws(GroupWriteError) {
        switch event.kind {
        case .appear:
            // A row moves when one above it leaves, and keeps its lane.
            let lane = (0...).first { lane in !rows.contains { $0.lane == lane } } ?? 0
            rows.insert((event.task, time, lane), at: min(event.place, rows.count))
        case .disappear:
            guard rows.indices.contains(event.place) else { return }
            try putRow(rows.remove(at: event.place), to: time)
        }
    }

    private func putRow(_ row: (name: String, begin: Duration, lane: Int), to end: Duration) throws(GroupWriteError) {
        // Below the lanes of the slots.
        let first = 1_000_000
        while rowLanes <= row.lane {
            rowLanes += 1
            try put(Self.name(ofLane: first + rowLanes, "row \(rowLanes)"))
        }
        try put(Self.event(row.name, "row", row.begin, end - row.begin, lane: first + row.lane + 1))
    }

    /// The event that gives a lane its name.
    private static func name(ofLane lane: Int, _ name: String) -> JSONLine {
        var line = JSONLine()
        line.add("name", "thread_name")
        line.add("ph", "M")
        line.add("pid", 1)
        line.add("tid", lane)
        var arguments = JSONLine()
        arguments.add("name", name)
        line.add("args", object: arguments)
        return line
    }

    /// An event with a length.
    private static func event(_ name: String, _ category: String, _ begin: Duration, _ length: Duration, lane: Int) -> JSONLine {
        var line = JSONLine()
        line.add("name", name)
        line.add("cat", category)
        line.add("ph", "X")
        line.add("ts", microseconds(begin))
        line.add("dur", microseconds(length))
        line.add("pid", 1)
        line.add("tid", lane)
        return line
    }

    private func put(_ event: JSONLine) throws(GroupWriteError) {
        try file.put(Array(((isFirst ? "\n" : ",\n") + event.text).utf8))
        isFirst = false
    }

    /// Ends the file. Rows that are on screen end now.
    ///
    /// - Parameter time: Since the begin of the group.
    func finish(at time: Duration) throws(GroupWriteError) {
        for row in rows { try putRow(row, to: time) }
        rows = []
        try file.put(Array("\n]\n".utf8))
    }

    private static func microseconds(_ duration: Duration) -> Int { max(0, Int(duration.nanosecondsRoundedDown / 1000)) }
}

import HUDCore
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

    init(_ path: RawWord) throws(GroupWriteError) {
        file = try GroupFileWriter(path)
        try file.put(Array("[".utf8))
    }

    /// A run of a job has ended.
    ///
    /// - Parameter begin: Since the begin of the group.
    func add(_ job: Int, name: String, _ run: GroupMachine.Run, _ ending: GroupMachine.Ending, begin: Duration)
        throws(GroupWriteError)
    {
        var events: [String] = []
        while lanes <= run.slot {
            lanes += 1
            events.append(#"{"name":"thread_name","ph":"M","pid":1,"tid":\#(lanes),"args":{"name":"slot \#(lanes)"}}"#)
        }
        let times = #""ts":\#(Self.microseconds(begin)),"dur":\#(Self.microseconds(ending.elapsed))"#
        let facts = #""job":\#(job + 1),"attempt":\#(run.attempt),"status":\#(ending.exitStatus)"#
        events.append(
            #"{"name":\#(JSONText.quoted(name)),"cat":"job","ph":"X",\#(times),"pid":1,"tid":\#(run.slot + 1),"args":{\#(facts)}}"#
        )
        try put(events)
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
        var events: [String] = []
        // Below the lanes of the slots.
        let first = 1_000_000
        while rowLanes <= row.lane {
            rowLanes += 1
            events.append(
                #"{"name":"thread_name","ph":"M","pid":1,"tid":\#(first + rowLanes),"args":{"name":"row \#(rowLanes)"}}"#)
        }
        let times = #""ts":\#(Self.microseconds(row.begin)),"dur":\#(Self.microseconds(end - row.begin))"#
        events.append(
            #"{"name":\#(JSONText.quoted(row.name)),"cat":"row","ph":"X",\#(times),"pid":1,"tid":\#(first + row.lane + 1)}"#)
        try put(events)
    }

    private func put(_ events: [String]) throws(GroupWriteError) {
        for event in events {
            try file.put(Array(((isFirst ? "\n" : ",\n") + event).utf8))
            isFirst = false
        }
    }

    /// Ends the file. Rows that are on screen end now.
    ///
    /// - Parameter time: Since the begin of the group.
    func finish(at time: Duration) throws(GroupWriteError) {
        for row in rows { try putRow(row, to: time) }
        rows = []
        try file.put(Array("\n]\n".utf8))
    }

    private static func microseconds(_ duration: Duration) -> Int64 { max(0, duration.nanosecondsRoundedDown / 1000) }
}

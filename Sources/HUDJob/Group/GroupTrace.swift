import HUDCore
import HUDTerminal

/// The runs of a group's jobs as Chrome trace events, which chrome://tracing and Perfetto show: a lane for each slot.
///
/// The file is a JSON array. It is written as the jobs end, and readers accept an array whose end is missing.
final class GroupTrace {
    private let file: GroupFileWriter
    private var lanes = 0
    private var isFirst = true

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
        for event in events {
            try file.put(Array(((isFirst ? "\n" : ",\n") + event).utf8))
            isFirst = false
        }
    }

    func finish() throws(GroupWriteError) {
        try file.put(Array("\n]\n".utf8))
    }

    private static func microseconds(_ duration: Duration) -> Int64 { max(0, duration.nanosecondsRoundedDown / 1000) }
}

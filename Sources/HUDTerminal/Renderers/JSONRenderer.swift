import CTerminalSupport
import HUDCore
import Synchronization

/// Reports on a HUD to other programs, as one JSON object per line.
///
///     {"t":0,"event":"start","label":"Compressing"}
///     {"t":0.5,"event":"appear","label":"Compressing","mode":"bar","fraction":0.125}
///     {"t":0.6,"event":"progress","label":"Compressing","mode":"bar","fraction":0.15,"remaining":3.4}
///     {"t":4.1,"event":"finish","label":"Compressing","mode":"bar","fraction":1,"shown":true,"elapsed":4,"outcome":"succeeded"}
///
/// The events:
///
/// | `event` | when |
/// | --- | --- |
/// | `start` | the work has begun: ``start(label:details:)`` was called, or the HUD's first frame came without a call |
/// | `appear` | the HUD's first frame |
/// | `progress` | the labels, the mode or the progress have changed; at most ten per second, each with all changes since the last |
/// | `heartbeat` | nothing has changed for 30 s |
/// | `finish` | the work is over: the HUD has disappeared, or ``finish(elapsed:outcome:)`` was called |
/// | `log` | the program has printed a text; the only event without `t` |
/// | `job-start` | a job of a group has started |
/// | `job-end` | a job of a group has ended |
///
/// Each `start` is followed by one `finish`. Only a `log` can come outside the two. An object has these members, in this order, without
/// those that are not known:
///
/// | member | in | value |
/// | --- | --- | --- |
/// | `t` | all but `log` | seconds since the start, to the nanosecond; never goes back |
/// | `event` | all | see above |
/// | `label` | all but `log`, `job-start` and `job-end` | the label, cut after 1000 characters; may be empty |
/// | `details` | as `label` | the details label, likewise, unless it is empty |
/// | `mode` | from `appear` on | `indeterminate`, `determinate`, `bar`, `annular`, `custom` or `text` |
/// | `fraction` | from `appear` on | 0 to 1, if the mode shows it or the total number of units is known |
/// | `completed`, `total`, `running`, `unit` | from `appear` on | if units are counted: those that are done, all, those that have begun, and `items` or `bytes` |
/// | `rate` | `appear`, `progress`, `heartbeat` | current units per second |
/// | `remaining` | `appear`, `progress`, `heartbeat` | seconds left at that rate |
/// | `shown` | `finish` | whether the HUD has appeared |
/// | `elapsed` | `finish` | seconds that the work took; less than `t` if the HUD stayed on screen for longer |
/// | `outcome` | `finish` | `succeeded`, `failed` or `cancelled` |
/// | `reason` | `finish` | why it failed, in a few words |
/// | `text` | `log` | the text as it was given |
/// | `job`, `name`, `attempt` | `job-start`, `job-end` | the number of the job, its name, and the number of its run, both numbers counted from 1 |
/// | `slot` | `job-start` | the slot in which the job runs, counted from 1 |
/// | `elapsed`, `status` | `job-end` | the seconds that it ran, and its exit status, as a shell reports it |
/// | `outcome`, `reason` | `job-end` | as in `finish` |
/// | `retried` | `job-end` | true if the job runs again |
///
/// A line is ASCII. Other characters and all control characters are escaped (`\u00e9`), so a line is safe to show on any terminal. The
/// renderer takes the time from the snapshots and reads no clock. It serves one HUD at a time.
public final class JSONRenderer: HUDRenderer {
    private let descriptor: Int32
    private let state: Mutex<JSONEvents>

    /// Makes a renderer that writes to `fileDescriptor`.
    ///
    /// - Parameters:
    ///   - fileDescriptor: Standard error by default, which keeps the lines apart from the program's output.
    ///   - heartbeatInterval: The time from one line to the heartbeat after it; at least one second.
    public init(fileDescriptor: Int32 = STDERR_FILENO, heartbeatInterval: Duration = .seconds(30)) {
        descriptor = fileDescriptor
        state = Mutex(JSONEvents(heartbeatInterval: max(.seconds(1), heartbeatInterval)))
    }

    /// Zero, because nothing is animated.
    public var preferredAnimationDuration: Duration { .zero }

    /// False, because lines stay.
    public var isTransient: Bool { false }

    /// Reports that work has begun, even if no HUD ever appears for it. Has no effect while work is under way.
    ///
    /// After the first call the program must report every beginning: a HUD's first frame no longer counts as one.
    public func start(label: String, details: String = "") {
        write { $0.start(label: label, details: details) }
    }

    /// Reports that the work is over, if the removal of the HUD does not: it never appeared, or it is still on screen.
    ///
    /// Has no effect if no work is under way, so it is always safe to call. Later frames are ignored.
    ///
    /// - Parameters:
    ///   - elapsed: How long the work took. A negative value counts as zero.
    ///   - outcome: How the work ended; nil if that is not known.
    public func finish(elapsed: Duration, outcome: HUDOutcome?) {
        write { $0.finish(elapsed: elapsed, outcome: outcome) }
    }

    /// Zero: it draws no rows of parts.
    public var windowRows: Int? { 0 }

    /// Writes what has changed since the last line, if a line is due.
    public func render(_ snapshot: HUDSnapshot) {
        write { $0.render(snapshot) }
    }

    /// The instant of the next possible line.
    ///
    /// That is the next heartbeat if only a call on the HUD can change what is reported: there is no progress source, no
    /// progress was set, and the mode shows none. Otherwise it is 0.1 s after the last line or, if nothing had changed by then, 0.1 s after this frame.
    public func nextChange(after snapshot: HUDSnapshot) -> HUDInstant {
        state.withLock { $0.nextChange(after: snapshot) }
    }

    /// Writes `finish`, if work is under way.
    public func remove(_ snapshot: HUDSnapshot) {
        write { $0.remove(snapshot) }
    }

    /// Writes `text` whole, as one `log` object.
    public func log(_ text: String) {
        var line = JSONLine()
        line.add("event", "log")
        line.add("text", text)
        write { _ in [line] }
    }

    /// A run of a job of a group.
    package struct Job {
        package var number: Int
        package var name: String
        package var attempt: Int
        package var slot: Int

        package init(number: Int, name: String, attempt: Int, slot: Int) {
            self.number = number
            self.name = name
            self.attempt = attempt
            self.slot = slot
        }
    }

    /// Reports that a job of a group has started, `time` after the group.
    package func report(started job: Job, at time: Duration) {
        write { $0.start(of: job, at: time) }
    }

    /// Reports how a job of a group has ended.
    package func report(
        ended job: Job, _ outcome: HUDOutcome, status: Int32, elapsed: Duration, willRetry: Bool, at time: Duration
    ) {
        write { $0.end(of: job, outcome, status: Int(status), elapsed: elapsed, willRetry: willRetry, at: time) }
    }

    /// Decides and writes under one lock, so that lines are in the order of their events.
    @inline(never)
    private func write(_ lines: (inout JSONEvents) -> [JSONLine]) {
        state.withLock { state in
            for line in lines(&state) { LineOutput.write(line.text, to: descriptor) }
        }
    }
}

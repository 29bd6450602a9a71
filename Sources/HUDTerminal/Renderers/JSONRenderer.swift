import CTerminalSupport
import HUDCore
import Synchronization

/// Tells of a HUD to other programs: one JSON object a line.
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
/// | `start` | the work has begun: ``start(label:details:)``, or the HUD's first frame where nobody has called that |
/// | `appear` | the HUD's first frame |
/// | `progress` | the labels, the mode or the progress have changed; ten a second at most, and what changed in between is in the next |
/// | `heartbeat` | nothing has changed for 30 s |
/// | `finish` | the work is over: the HUD is gone, or ``finish(elapsed:outcome:)`` |
/// | `log` | somebody printed a text; alone without `t` |
///
/// A `start` is followed by one `finish`, and nothing but a `log` stands outside the two. The members, in this order; what is not known is
/// left out:
///
/// | member | in | what |
/// | --- | --- | --- |
/// | `t` | all but `log` | seconds since the start, to the nanosecond; never goes back |
/// | `event` | all | see above |
/// | `label` | all but `log` | the label, cut after 1000 characters; may be empty |
/// | `details` | all but `log` | the details label, likewise, unless it is empty |
/// | `mode` | from `appear` on | `indeterminate`, `determinate`, `bar`, `annular`, `custom` or `text` |
/// | `fraction` | from `appear` on | 0 to 1, where a mode shows it or units are counted and their total known |
/// | `completed`, `total`, `running`, `unit` | from `appear` on | units done, in all and begun; `items` or `bytes`; where they are counted |
/// | `rate` | `appear`, `progress`, `heartbeat` | units a second at present |
/// | `remaining` | `appear`, `progress`, `heartbeat` | seconds left at that rate |
/// | `shown` | `finish` | whether the HUD has appeared |
/// | `elapsed` | `finish` | seconds that the work took; `t` may be more, where the HUD stayed on |
/// | `outcome` | `finish` | `succeeded`, `failed` or `cancelled` |
/// | `reason` | `finish` | why it failed, in a few words |
/// | `text` | `log` | the text as it was given |
///
/// A line is ASCII: what lies outside, and every control character, is escaped (`\u00e9`), so that it may be shown on any terminal. The
/// time is the snapshots'; no clock is read. A renderer stands for one HUD at a time.
public final class JSONRenderer: HUDRenderer {
    private let descriptor: Int32
    private let state: Mutex<JSONEvents>

    /// A renderer that writes to `fileDescriptor`.
    ///
    /// - Parameters:
    ///   - fileDescriptor: Standard error if not told otherwise, so that a program's output stays apart.
    ///   - heartbeatInterval: How long after its last line the HUD says that it goes on; a second at least.
    public init(fileDescriptor: Int32 = STDERR_FILENO, heartbeatInterval: Duration = .seconds(30)) {
        descriptor = fileDescriptor
        state = Mutex(JSONEvents(heartbeatInterval: max(.seconds(1), heartbeatInterval)))
    }

    /// None: nothing is animated.
    public var preferredAnimationDuration: Duration { .zero }

    /// Says that work has begun, whether or not a HUD ever appears for it. Without effect while work is under way.
    ///
    /// Who has called it says where all work begins from then on: frames alone start none any more.
    public func start(label: String, details: String = "") {
        write { $0.start(label: label, details: details) }
    }

    /// Says that the work is over, where the HUD's going has not said so: it never appeared, or is to be gone without.
    ///
    /// Without effect where nothing is under way, so it may always be called. Frames that still come are ignored.
    /// - Parameters:
    ///   - elapsed: How long it took. Negative counts as zero.
    ///   - outcome: How it ended; nil if that is not known.
    public func finish(elapsed: Duration, outcome: HUDOutcome?) {
        write { $0.finish(elapsed: elapsed, outcome: outcome) }
    }

    /// Writes what the frame has that is new, if it is time.
    public func render(_ snapshot: HUDSnapshot) {
        write { $0.render(snapshot) }
    }

    /// When progress may be told next: a tenth of a second after the last line, or, if nothing had changed by then, after this frame.
    public func nextChange(after snapshot: HUDSnapshot) -> HUDInstant {
        state.withLock { $0.nextChange(after: snapshot.timestamp) }
    }

    /// Writes `finish`, unless nothing is under way.
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

    /// Decides and writes in one go, so that lines come in the order of what they tell.
    private func write(_ lines: (inout JSONEvents) -> [JSONLine]) {
        state.withLock { state in
            for line in lines(&state) { LineOutput.write(line.text, to: descriptor) }
        }
    }
}

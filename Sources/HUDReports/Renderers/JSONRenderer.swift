import CTerminalSupport
import HUDCore
import Synchronization

/// Reports on a HUD to other programs, as one JSON object per line.
///
///     {"t":0,"event":"start","version":1,"stream":"job","origin":1763845282.25,"heartbeat":30,"label":"Compressing"}
///     {"t":0.5,"event":"appear","label":"Compressing","mode":"bar","fraction":0.125}
///     {"t":0.6,"event":"progress","label":"Compressing","mode":"bar","fraction":0.15,"remaining":3.4}
///     {"t":4.1,"event":"finish","label":"Compressing","mode":"bar","fraction":1,"shown":true,"elapsed":4,"outcome":"succeeded"}
///
/// <doc:EventStream> documents the events and their members. `Schemas/events.schema.json` in the package is their JSON Schema.
///
/// A line is ASCII. Other characters and all control characters are escaped (`\u00e9`), so a line is safe to show on any terminal. The
/// renderer takes the times of frames from the snapshots.
///
/// A stream is about one HUD: if there are several, even on several renderers for one descriptor, about the one that appears first. Other HUDs add only `log`
/// lines: one for each text that they log, and one if they fail. If another HUD is still shown after the `finish`, the next stream is about that one.
public final class JSONRenderer: InterruptedRenderer, JobReporter {
    private let descriptor: Int32
    private let clock: any HUDClock
    private let streams: EventStreams
    /// The time since 1970.
    private let wallTime: @Sendable () -> Duration
    /// The time for which the process was stopped, which the clock does not count.
    private let stoppedTime: @Sendable () -> Duration
    private let state: Mutex<JSONEvents>

    /// Makes a renderer that writes to `fileDescriptor`.
    ///
    /// - Parameters:
    ///   - fileDescriptor: Standard error by default, which keeps the lines apart from the program's output.
    ///   - heartbeatInterval: The time from one line to the heartbeat after it; at least one second.
    ///   - clock: The clock of the HUD, for the times of texts and of ``start(label:details:)``.
    public convenience init(
        fileDescriptor: Int32 = STDERR_FILENO, heartbeatInterval: Duration = .seconds(30), clock: any HUDClock = LiveClock.shared
    ) {
        self.init(
            fileDescriptor: fileDescriptor, heartbeatInterval: heartbeatInterval, clock: clock, streams: .ofProcess,
            wallTime: { .nanoseconds(hud_wall_time()) }, stoppedTime: { LiveClock.stoppedTime })
    }

    /// Makes a renderer with a wall clock of its own, for tests. It shares its descriptor with those that have the same `streams`.
    init(
        fileDescriptor: Int32, heartbeatInterval: Duration = .seconds(30), clock: any HUDClock,
        streams: EventStreams = EventStreams(),
        wallTime: @escaping @Sendable () -> Duration, stoppedTime: @escaping @Sendable () -> Duration = { .zero }
    ) {
        self.streams = streams
        descriptor = fileDescriptor
        self.clock = clock
        self.wallTime = wallTime
        self.stoppedTime = stoppedTime
        state = Mutex(JSONEvents(heartbeatInterval: max(.seconds(1), heartbeatInterval)))
    }

    deinit { streams.end(ObjectIdentifier(self)) }

    /// Zero, because nothing is animated.
    public var preferredAnimationDuration: Duration { .zero }

    /// Events, also of parts that take their time.
    public var display: HUDDisplay { HUDDisplay(.events, parts: .changes) }

    /// Reports that work has begun, even if no HUD ever appears for it. Has no effect while work is under way, of this renderer or of another one that has
    /// the stream.
    ///
    /// After the first call the program must report every beginning: a HUD's first frame no longer counts as one.
    public func start(label: String, details: String = "") {
        start(label: label, details: details, kind: .job)
    }

    /// Reports that work of a kind has begun.
    package func start(label: String, details: String, kind: JSONStreamKind) {
        write(begins: { !$0.isUnderWay }) {
            $0.start(label: label, details: details, kind: kind, at: clock.now, wallTime: wallTime())
        }
    }

    /// Reports that the work is over, if the removal of the HUD does not: it never appeared, or it is still on screen.
    ///
    /// Has no effect if no work is under way, so it is always safe to call. Later frames are ignored.
    ///
    /// - Parameters:
    ///   - elapsed: How long the work took. A negative value counts as zero.
    ///   - outcome: How the work ended; nil if that is not known.
    ///   - usage: What the work has cost; nil if nothing is said about it.
    public func finish(elapsed: Duration, outcome: HUDOutcome?, usage: HUDUsage? = nil) {
        write { $0.finish(elapsed: elapsed, outcome: outcome, usage: usage) }
    }

    /// Writes what has changed since the last line, if a line is due.
    ///
    /// - Returns: The instant of the next possible line. That is the next heartbeat if only a call on the HUD can change what is reported: there is no
    ///   progress source, no progress was set, and the mode shows none. Otherwise it is 0.1 s after the last line or, if nothing had changed by then,
    ///   0.1 s after this frame. While another HUD or renderer has the stream, it is 1 s after this frame.
    @discardableResult
    public func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
        let parts = snapshot.hasRows ? state.withLock { $0.partsToSample } : []
        var samples = Dictionary(parts.map { ($0, $0.sample()) }) { first, _ in first }
        let isBehind = LinePrinters.isBehind(descriptor)
        let now = clock.now
        let other = write(of: snapshot, begins: { $0.beginsByFrame }) { state in
            // The old ones may hold the last reference to a part, which is released outside the lock.
            swap(&state.jobs.samples, &samples)
            return state.render(snapshot, at: now, skipsProgress: isBehind, wallTime: wallTime())
        }
        if other != nil { return snapshot.timestamp.advanced(by: .seconds(1)) }
        if isBehind { return snapshot.timestamp.advanced(by: JSONEvents.progressInterval) }
        return state.withLock { $0.nextChange(after: snapshot) }
    }

    /// Writes `finish`, if work is under way. While another HUD or renderer has the stream, a failure is a `log` in it.
    public func remove(_ snapshot: HUDSnapshot) {
        let other = write(of: snapshot, begins: { $0.beginsByFrame }) { $0.remove(snapshot, wallTime: wallTime()) }
        guard let other, case .failed(let reason) = snapshot.outcome else { return }
        other.writeLog(["✗", snapshot.label, reason].filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// Writes `text` whole, as one `log` object.
    public func log(_ text: String) {
        (streams.renderer(on: descriptor) ?? self).writeLog(text)
    }

    private func writeLog(_ text: String) {
        write { $0.log(text, at: clock.now) }
    }

    /// Reports that a job of a group has started.
    package func report(started job: JSONJob) {
        write { $0.start(of: job, at: clock.now) }
    }

    /// Reports how a job of a group has ended.
    package func report(
        ended job: JSONJob, _ outcome: HUDOutcome, status: Int32, elapsed: Duration, usage: HUDUsage?, willRetry: Bool
    ) {
        write {
            $0.end(of: job, outcome, status: Int(status), elapsed: elapsed, usage: usage, willRetry: willRetry, at: clock.now)
        }
    }

    /// Reports that a job is not run.
    package func report(skipped number: Int, in parent: Int?, _ name: String, reason: String) {
        write { $0.skip(number, in: parent, name, reason: reason, at: clock.now) }
    }

    /// Sets the number of jobs for the last lines.
    package func report(totals: RowTaskCounts) {
        state.withLock { $0.jobs.totals = totals }
    }

    /// Whether the work of a HUD has the stream, so that its parts are reported.
    public func takesReports(of hudID: Int) -> Bool { state.withLock { $0.isOnScreen && !$0.isWork(ofOtherThan: hudID) } }

    /// Writes how a part of the work stands, if a line is due.
    public func report(_ report: PartChange) {
        var samples = [report.part: report.part.sample()]
        write { state in
            swap(&state.jobs.samples, &samples)
            return state.take(report)
        }
    }

    /// Decides and writes under one lock, so that lines are in the order of their events.
    ///
    /// - Parameters:
    ///   - snapshot: A frame or the last one, which must not be of another HUD than that whose work is under way.
    ///   - begins: Whether the lines may begin work, for which the stream must be free.
    /// - Returns: The renderer that has the stream, if it is not free; then nothing is written.
    @discardableResult @inline(never)
    private func write(
        of snapshot: HUDSnapshot? = nil, begins: (JSONEvents) -> Bool = { _ in false }, _ lines: (inout JSONEvents) -> [JSONLine]
    ) -> JSONRenderer? {
        var other: JSONRenderer?
        let released = state.withLock { state in
            let begins = begins(state)
            if let snapshot, state.isWork(ofOtherThan: snapshot.hudID), !state.lingers(snapshot) {
                other = self
            } else if begins {
                other = streams.begin(self, on: descriptor)
            }
            if other == nil {
                state.stoppedTime = stoppedTime()
                let hadStream = begins || state.isUnderWay
                write(lines(&state))
                if hadStream, !state.isUnderWay { streams.end(ObjectIdentifier(self)) }
            }
            return state.takeReleased()
        }
        withExtendedLifetime(released) {}
        return other
    }

    @inline(never)
    private func write(_ lines: [JSONLine]) {
        for line in lines { LinePrinters.write(line: line.text, to: descriptor) }
    }
}

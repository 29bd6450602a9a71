import CTerminalSupport
import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// The driver of ``FollowMachine``: waits for all streams at once, hands their bytes to the machine, and shows what it says.
final class FollowRun {
    /// What the loop waits for. A number is the place of a stream.
    private enum Source: Hashable {
        case mailbox
        /// Other programs on the terminal.
        case neighbors
        case bytes(Int)
        /// The end of a command.
        case report(Int)
        /// The end of a command that was asked to end.
        case ending
    }

    /// Regular files, and named pipes without a writer, are read this often.
    private static let fileInterval = Duration.milliseconds(100)
    /// A build's file is complete if nothing runs and it has not been written to for this long.
    private static let fileRest = Duration.seconds(5)

    private let streams: [JobStreams.Stream]
    private let configuration: JobStreams.Configuration
    private let display: JobDisplay
    private let mailbox: Mailbox<Never>
    private let rows: FollowRows
    private var machine = FollowMachine()
    private var connections: [FollowConnection] = []
    private var endings = EndingCommands()
    private var loop = EventLoop<Source>()
    private var signals = FollowSignals()
    private let begin = LiveClock.shared.now
    private var reader: StreamReader

    init(_ streams: JobStreams, under hud: HUD?) throws(JobStreamError) {
        self.streams = streams.streams
        configuration = streams.configuration
        display = JobDisplay(of: hud)
        guard let mailbox = Mailbox<Never>(catching: configuration.handlesSignals ? SignalPipe.ofRun : nil) else {
            throw JobStreamError(stream: nil, errorNumber: errno)
        }
        self.mailbox = mailbox
        rows = FollowRows(streams, on: display, begin: begin)
        reader = StreamReader(at: begin)
    }

    func run() throws(JobStreamError) -> JobStreams.Result {
        defer {
            endCommands()
            mailbox.close()
        }
        for stream in streams {
            let connection: FollowConnection
            do throws(HUDJobError) {
                connection = try FollowConnection(stream.source)
            } catch {
                throw JobStreamError(stream: stream, errorNumber: error.errorNumber)
            }
            connections.append(connection)
            let machine = StreamMachine(
                format: configuration.format, staleAfter: configuration.staleAfter, isOneRun: !connection.isFile, at: begin)
            var member = FollowMachine.Member(
                machine, reconnects: configuration.reconnects && connection.reports >= 0, isFile: connection.isFile)
            // A pipe that no program has opened yet is not readable, and has not hung up either.
            if connection.isNamedPipe { member.hangUp(at: begin) }
            self.machine.members.append(member)
        }
        display.begin(.tree)
        rows.begin = LiveClock.shared.now
        while !machine.isOver, signals.first == nil { wait() }
        // ^C ends what writes the streams too.
        if signals.first == nil { takeSignals() }
        for index in connections.indices { close(index) }
        leave()
        endCommands()
        return result
    }

    // MARK: Waiting

    private func wait() {
        var now = LiveClock.shared.now
        loop.watch(mailbox.readEnd, as: .mailbox)
        loop.watch(configuration.claim, as: .neighbors)
        for index in connections.indices {
            if isAwaited(index) { loop.watch(connections[index].descriptor, as: .bytes(index)) }
            let isReported = isOpen(index) && !machine.members[index].isDraining
            if isReported { loop.watch(connections[index].reports, as: .report(index)) }
        }
        endings.watch(in: &loop, as: .ending)
        loop.wake(at: connections.contains { $0.isBehind } ? now : machine.nextDeadline)
        let isSampled = connections.indices.contains { isOpen($0) && !isAwaited($0) }
        if isSampled { loop.wake(at: now.advanced(by: Self.fileInterval)) }
        // The rows of stale streams say for how long, and those of interrupted ones when they go on.
        let counts = machine.members.contains { member in
            if case .stale = member.stream.state { return true }
            if case .waiting = member.connection { return true }
            return false
        }
        if counts { loop.wake(at: now.advanced(by: .seconds(1))) }
        let ready = Set(loop.wait().map(\.source))
        now = LiveClock.shared.now
        // ^Z stops this process here, and what was ready may not be ready after that.
        guard !ready.contains(.mailbox) else {
            takeSignals()
            return
        }
        configuration.claim?.look(display.screen, isReady: ready.contains(.neighbors))
        endings.check(at: now)
        var most = 0
        for index in connections.indices where isOpen(index) {
            if ready.contains(.bytes(index)) || !isAwaited(index) { most = max(most, read(index, at: now)) }
            if ready.contains(.report(index)) { endCommand(index, at: now) }
        }
        let actions = machine.advance(to: now)
        for action in actions {
            switch action {
            case .connect(let index): connect(index, at: now)
            case .close(let index): expectEnd(of: connections[index].leave())
            }
        }
        // The newest line of a file says how late the others are.
        for index in connections.indices where !connections[index].isBehind { show(index, at: now) }
        if most > 0 { rest(reader.pace.pause(after: most, at: now)) }
    }

    private func isOpen(_ index: Int) -> Bool { machine.members[index].isConnected }

    /// Whether the loop waits for bytes of the stream. A regular file, and a named pipe without a writer, are read at intervals instead.
    private func isAwaited(_ index: Int) -> Bool {
        switch machine.members[index].connection {
        case .open, .draining: !connections[index].isFile
        case .hungUp, .waiting, .closed: false
        }
    }

    /// Pauses, so that more lines are read at once. A signal ends the pause.
    private func rest(_ pause: Duration) {
        guard pause > .zero, signals.first == nil, connections.indices.contains(where: isAwaited),
            !connections.contains(where: { $0.isBehind })
        else { return }
        loop.watch(mailbox.readEnd, as: .mailbox)
        loop.wake(after: pause)
        _ = loop.wait()
    }

    /// Reads what has arrived in a stream. Returns the number of bytes.
    private func read(_ index: Int, at now: HUDInstant) -> Int {
        let (count, last) = reader.read(&connections[index]) { bytes, silence in
            machine.members[index].receive(bytes, at: now, written: silence.map { now.advanced(by: .zero - $0) })
            if machine.members[index].stream.hasManyChanges { show(index, at: now) }
        }
        switch last {
        case .bytes: break
        case .fromStart: machine.members[index].stream.beginAgain(at: now)
        case .hungUp: machine.members[index].hangUp(at: now)
        case .nothing:
            machine.members[index].pickUp()
            // A regular file goes on until its job is over.
            if connections[index].isFile, isComplete(index, at: now) { disconnect(index, "the file ends", at: now) }
        case .end:
            // The end of a command's output does not say how the command ended: its status does, and follows.
            if connections[index].reports >= 0 {
                connections[index].closeOutput()
                machine.members[index].endOutput(at: now)
                if !isOpen(index) { close(index) }
            } else {
                disconnect(index, "the stream ended", at: now)
            }
        }
        return count
    }

    /// Whether a file is read to its end. A build's file has no line for the end: it is complete if no step has been running for ``fileRest``.
    private func isComplete(_ index: Int, at now: HUDInstant) -> Bool {
        let stream = machine.members[index].stream
        return stream.state.hasEnded || stream.isComplete && connections[index].silence ?? .zero > Self.fileRest
    }

    private func endCommand(_ index: Int, at now: HUDInstant) {
        guard let status = connections[index].commandStatus() else { return }
        let hasSucceeded = status == .exited(0)
        let exit = FollowMachine.Exit(reason: hasSucceeded ? "the command ended" : status.words, isFailure: !hasSucceeded)
        machine.members[index].drain(exit, at: now)
        // Everything that the command has printed can be read now. Then the output ends, unless another process has it open.
        if connections[index].descriptor >= 0 { _ = read(index, at: now) } else { machine.members[index].endOutput(at: now) }
        if !isOpen(index) { close(index) }
    }

    private func disconnect(_ index: Int, _ reason: String, at now: HUDInstant) {
        close(index)
        machine.members[index].disconnect(reason, at: now)
    }

    private func connect(_ index: Int, at now: HUDInstant) {
        do throws(HUDJobError) {
            connections[index] = try FollowConnection(streams[index].source)
        } catch {
            machine.members[index].disconnect(error.reason, at: now)
        }
    }

    private func show(_ index: Int, at now: HUDInstant) {
        var changes = machine.members[index].stream.takeChanges()
        let member = machine.members[index]
        if case .stale = member.stream.state { changes.hasWork = true }
        rows.update(index, member.stream, changes, member.interruption(at: now), at: now)
    }

    // MARK: Signals

    /// Returns whether there were signals that end this process.
    @discardableResult
    private func takeSignals() -> Bool {
        signals.take(mailbox.take()) { display.stop(claim: configuration.claim) }
    }

    // MARK: Commands that end

    private func close(_ index: Int) { expectEnd(of: connections[index].close()) }

    /// Takes a command that was asked to end.
    private func expectEnd(of command: OpenCommand?) {
        if let command { endings.add(command, at: LiveClock.shared.now) }
    }

    /// Ends the commands that still run, and waits for their ends. A signal that comes meanwhile kills them.
    private func endCommands() {
        for index in connections.indices { close(index) }
        while true {
            endings.check(at: LiveClock.shared.now)
            if endings.isEmpty { return }
            loop.watch(mailbox.readEnd, as: .mailbox)
            endings.watch(in: &loop, as: .ending)
            if loop.wait().has(.mailbox), takeSignals() { return endings.killAll() }
        }
    }

    // MARK: The end

    private func leave() {
        guard let hud = display.hud else { return }
        sayFailure(of: hud)
        if let counts = rows.counts { display.reporter?.report(totals: counts) }
        let elapsed = rows.settleElapsed(machine.members[0].stream, at: LiveClock.shared.now)
        let arrived = display.remove(
            outcome, delay: configuration.hideDelay, isInterrupted: signals.first != nil, watching: mailbox
        ) { [self] in
            display.stop(claim: configuration.claim)
        }
        signals.first = signals.first ?? arrived
        display.finish(elapsed: elapsed, outcome)
    }

    /// Says that the single stream of a command has not succeeded, if the HUD has not appeared and nothing else says it.
    private func sayFailure(of hud: HUD) {
        guard configuration.handlesSignals, signals.first == nil, streams.count == 1, !hud.isOnScreen,
            !machine.members[0].stream.isRefused, ![.events, .none].contains(hud.renderer?.display.medium ?? .none)
        else { return }
        let reason: String
        switch outcome {
        case .succeeded: return
        case .failed(let why): reason = why.isEmpty ? "failed" : why
        case .cancelled: reason = "cancelled"
        }
        display.log([hud.label, reason].filter { !$0.isEmpty }.joined(separator: ": ").withoutControls())
    }

    private var outcome: HUDOutcome {
        let counts = machine.result
        if signals.first != nil { return .cancelled }
        if streams.count == 1 { return machine.members[0].stream.state.outcome ?? .cancelled }
        if counts.failed + counts.lost == 0 { return counts.cancelled == 0 ? .succeeded : .cancelled }
        let all = [(counts.failed, "failed"), (counts.lost, "lost")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return .failed(reason: all.joined(separator: ", ") + " of \(streams.count)")
    }

    private var result: JobStreams.Result {
        var result = machine.result
        result.signal = signals.first
        return result
    }
}

import HUDCore

/// Several event streams and their connections, as a value: what arrives in, what to connect again out.
///
/// A stream whose work is over needs no other connection. One that ends before that is lost, or is connected again: after a second, then after twice as
/// long each time, up to 30 seconds, until it says something.
struct FollowMachine: Sendable {
    /// How a stream is connected.
    enum Connection: Sendable, Equatable {
        /// Can transition to: draining, hungUp, waiting, closed.
        case open
        /// Its command has ended, and a process that it left behind has the output open. Each byte puts off the end, up to a limit.
        /// Can transition to: waiting, closed.
        case draining(Exit, until: HUDInstant, latest: HUDInstant)
        /// A named pipe has no writer, and is lost unless another one comes until then. Can transition to: open, closed.
        case hungUp(until: HUDInstant)
        /// It ended, and will be tried again. Can transition to: open.
        case waiting(until: HUDInstant)
        /// It has ended for good. Can transition to: none.
        case closed
    }

    /// How a command has ended.
    struct Exit: Sendable, Equatable {
        /// In a few words.
        var reason: String
        var isFailure = false
    }

    /// What the driver must do.
    enum Action: Sendable, Equatable {
        case connect(Int)
        /// Nothing more is expected of the stream.
        case close(Int)
    }

    /// A stream.
    struct Member: Sendable {
        var stream: StreamMachine
        var connection = Connection.open
        /// Whether there is another connection after one that ends.
        var reconnects: Bool
        /// Whether it is a regular file, whose end does not tell whether more is to come.
        var isFile = false
        /// How often it was tried in vain.
        var failures = 0

        /// Whether something can be read.
        var isConnected: Bool {
            switch connection {
            case .open, .draining, .hungUp: true
            case .waiting, .closed: false
            }
        }

        /// Whether its command has ended and the command's output has not.
        var isDraining: Bool { if case .draining = connection { true } else { false } }
    }

    static let longestPause = Duration.seconds(30)
    /// How long the output of a command that has ended may stay open without a byte.
    static let drain = Duration.seconds(1)
    /// How long it may stay open if something is printed all the time. No end of the command's work is expected after that.
    static let longestDrain = Duration.seconds(10)

    private(set) var members: [Member] = []

    /// Adds a stream that is connected.
    mutating func add(_ stream: StreamMachine, reconnects: Bool, isFile: Bool = false) {
        members.append(Member(stream: stream, reconnects: reconnects, isFile: isFile))
    }

    /// Whether nothing more can arrive.
    var isOver: Bool { members.allSatisfy { $0.connection == .closed } }

    /// How the streams have ended so far.
    var result: JobStreams.Result {
        var result = JobStreams.Result()
        for member in members {
            result.brokenLines += member.stream.counts.broken
            switch member.stream.state {
            case .over(.succeeded): result.succeeded += 1
            case .over(.failed): result.failed += 1
            case .over(.cancelled): result.cancelled += 1
            case .lost: result.lost += 1
            case .silent, .live, .stale: break
            }
        }
        return result
    }

    /// When ``advance(to:)`` must be called; nil: only when something happens.
    var nextDeadline: HUDInstant? {
        var next: HUDInstant?
        for member in members {
            let own: HUDInstant?
            switch member.connection {
            case .open: own = member.fileDeadline ?? member.stream.nextDeadline
            case .draining(_, let until, _): own = until
            case .hungUp(let until), .waiting(let until): own = min(until, member.stream.nextDeadline ?? until)
            case .closed: own = nil
            }
            if let own { next = min(own, next ?? own) }
        }
        return next
    }

    /// Takes bytes of a stream.
    mutating func receive(_ bytes: UnsafeRawBufferPointer, of index: Int, at now: HUDInstant, written: HUDInstant? = nil) {
        if case .draining(let exit, _, let latest) = members[index].connection {
            members[index].connection = .draining(exit, until: min(now.advanced(by: Self.drain), latest), latest: latest)
        }
        let before = members[index].stream.counts.understood
        pickUp(index)
        members[index].stream.receive(bytes, at: now, written: written)
        if members[index].stream.counts.understood > before { members[index].failures = 0 }
    }

    /// The command of a stream has ended, and its output has not.
    mutating func drain(_ index: Int, _ exit: Exit, at now: HUDInstant) {
        guard members[index].connection == .open else { return }
        members[index].connection = .draining(
            exit, until: now.advanced(by: Self.drain), latest: now.advanced(by: Self.longestDrain))
    }

    /// The output of a stream's command has ended. Its connection ends if the command has.
    mutating func endOutput(of index: Int, at now: HUDInstant) {
        guard case .draining(let exit, _, _) = members[index].connection else { return }
        members[index].connection = .open
        disconnect(index, exit.reason, isFailure: exit.isFailure, at: now)
    }

    /// The connection of a stream has ended, for a reason in a few words.
    mutating func disconnect(_ index: Int, _ reason: String, isFailure: Bool = false, at now: HUDInstant) {
        guard members[index].isConnected else { return }
        members[index].stream.disconnect(at: now)
        guard members[index].reconnects, !members[index].stream.state.hasEnded else {
            members[index].stream.end(reason, isFailure: isFailure, at: now)
            members[index].connection = .closed
            return
        }
        let pause = Duration.seconds(1 << min(members[index].failures, 5))
        members[index].failures += 1
        members[index].connection = .waiting(until: now.advanced(by: min(pause, Self.longestPause)))
    }

    /// The last writer of a named pipe has closed it. Another one may come, while the stream may be silent.
    mutating func hangUp(_ index: Int, at now: HUDInstant) {
        guard members[index].connection == .open else { return }
        members[index].stream.disconnect(at: now)
        let stream = members[index].stream
        let patience = stream.isComplete ? .zero : stream.silence.patience ?? StreamSilence.usualPatience
        members[index].connection = .hungUp(until: now.advanced(by: patience))
    }

    /// A named pipe has a writer again.
    mutating func pickUp(_ index: Int) {
        if case .hungUp = members[index].connection { members[index].connection = .open }
    }

    /// A file is read from its start, because it was written again.
    mutating func beginAgain(_ index: Int, at now: HUDInstant) { members[index].stream.beginAgain(at: now) }

    /// What has changed in a stream since the last call.
    mutating func takeChanges(of index: Int) -> StreamMachine.Changes { members[index].stream.takeChanges() }

    /// Processes the deadlines up to `now`.
    mutating func advance(to now: HUDInstant) -> [Action] {
        var actions: [Action] = []
        func close(_ index: Int, _ reason: String? = nil) {
            if let reason { members[index].stream.end(reason, at: now) }
            members[index].connection = .closed
            actions.append(.close(index))
        }
        for index in members.indices {
            members[index].stream.advance(to: now)
            if let deadline = members[index].fileDeadline, deadline <= now, members[index].connection == .open {
                close(index, "silent")
            }
            switch members[index].connection {
            case .open where members[index].stream.isRefused, .draining where members[index].stream.isRefused:
                close(index)
            case .draining(_, let until, _) where until <= now:
                endOutput(of: index, at: now)
                actions.append(.close(index))
            case .hungUp(let until) where until <= now:
                close(index, "the stream ended")
            case .waiting(let until) where until <= now:
                members[index].connection = .open
                actions.append(.connect(index))
            case .open, .draining, .hungUp, .waiting, .closed: break
            }
        }
        return actions
    }
}

extension FollowMachine.Member {
    /// When a file counts as complete: when it has been silent for twice as long as its sender may be.
    fileprivate var fileDeadline: HUDInstant? {
        guard isFile, case .stale(let since) = stream.state, let patience = stream.silence.patience else { return nil }
        return since.advanced(by: patience + patience)
    }
}

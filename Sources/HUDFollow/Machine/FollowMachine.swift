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

    /// Why nothing comes from a command that is run again.
    struct Interruption: Sendable, Equatable {
        /// How its last run ended, in a few words.
        var reason: String
        /// The same, and when it runs again.
        var words: String
    }

    /// What the driver must do.
    enum Action: Sendable, Equatable {
        case connect(Int)
        /// Nothing more is expected of the stream.
        case close(Int)
    }

    var members: [Member] = []

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
        members.lazy.compactMap(\.nextDeadline).min()
    }

    /// Processes the deadlines up to `now`.
    mutating func advance(to now: HUDInstant) -> [Action] {
        members.indices.compactMap { index in members[index].advance(to: now)?(index) }
    }
}

extension FollowMachine {
    /// A stream and its connection.
    struct Member: Sendable {
        private static let longestPause = Duration.seconds(30)
        /// How long the output of a command that has ended may stay open without a byte.
        private static let drain = Duration.seconds(1)
        /// How long it may stay open if something is printed all the time. No end of the command's work is expected after that.
        private static let longestDrain = Duration.seconds(10)

        var stream: StreamMachine
        private(set) var connection = Connection.open
        /// Whether there is another connection after one that ends.
        private let reconnects: Bool
        /// Whether it is a regular file, whose end does not tell whether more is to come.
        private let isFile: Bool
        /// How often it was tried in vain.
        private var failures = 0
        /// Whether nothing has come yet from a connection that follows another one.
        private var isNew = false
        /// Why the last connection ended before the work did, in a few words; nil again as soon as something is understood of the next one.
        private var failure: String?

        /// A stream that is connected.
        init(_ stream: StreamMachine, reconnects: Bool, isFile: Bool = false) {
            self.stream = stream
            self.reconnects = reconnects
            self.isFile = isFile
        }

        /// Whether something can be read.
        var isConnected: Bool {
            switch connection {
            case .open, .draining, .hungUp: true
            case .waiting, .closed: false
            }
        }

        /// Whether its command has ended and the command's output has not.
        var isDraining: Bool { if case .draining = connection { true } else { false } }

        /// Why nothing comes; nil if the work goes on.
        func interruption(at now: HUDInstant) -> Interruption? {
            guard let failure else { return nil }
            guard case .waiting(let until) = connection else {
                return Interruption(reason: failure, words: failure + ", trying again")
            }
            let left = now.duration(to: until).components
            let seconds = max(1, left.seconds + (left.attoseconds > 0 ? 1 : 0))
            return Interruption(reason: failure, words: "\(failure), again in \(seconds) s")
        }

        /// When a file counts as complete: when it has been silent for twice as long as its sender may be, or for once as long without any event.
        private var fileDeadline: HUDInstant? {
            guard isFile else { return nil }
            if stream.lackOfEvents != nil { return stream.silence.since.advanced(by: longestSilence) }
            guard case .stale = stream.state, let patience = stream.silence.patience else { return nil }
            // Lines that are no events are signs of life as well.
            return stream.silence.since.advanced(by: patience + patience)
        }

        /// How long the stream may be silent, even if its sender promises nothing.
        private var longestSilence: Duration { stream.silence.patience ?? StreamSilence.usualPatience }

        fileprivate var nextDeadline: HUDInstant? {
            switch connection {
            case .open: fileDeadline ?? stream.nextDeadline
            case .draining(_, let until, _): until
            case .hungUp(let until), .waiting(let until): min(until, stream.nextDeadline ?? until)
            case .closed: nil
            }
        }

        /// Takes bytes.
        mutating func receive(_ bytes: UnsafeRawBufferPointer, at now: HUDInstant, written: HUDInstant? = nil) {
            if case .draining(let exit, _, let latest) = connection {
                connection = .draining(exit, until: min(now.advanced(by: Self.drain), latest), latest: latest)
            }
            // A command that runs again begins again.
            if isNew { stream.beginAgain(at: now) }
            isNew = false
            let before = stream.counts.understood
            pickUp()
            stream.receive(bytes, at: now, written: written)
            if stream.counts.understood > before { (failures, failure) = (0, nil) }
        }

        /// The command has ended, and its output has not.
        mutating func drain(_ exit: Exit, at now: HUDInstant) {
            guard connection == .open else { return }
            connection = .draining(exit, until: now.advanced(by: Self.drain), latest: now.advanced(by: Self.longestDrain))
        }

        /// The output of the command has ended. The connection ends if the command has.
        mutating func endOutput(at now: HUDInstant) {
            guard case .draining(let exit, _, _) = connection else { return }
            connection = .open
            disconnect(exit.reason, isFailure: exit.isFailure, at: now)
        }

        /// The connection has ended, for a reason in a few words.
        mutating func disconnect(_ reason: String, isFailure: Bool = false, at now: HUDInstant) {
            guard isConnected else { return }
            stream.disconnect(at: now)
            guard reconnects, !stream.isComplete else { return close(reason, isFailure: isFailure, at: now) }
            let pause = Duration.seconds(1 << min(failures, 5))
            failures += 1
            connection = .waiting(until: now.advanced(by: min(pause, Self.longestPause)))
            failure = reason
        }

        private mutating func close(_ reason: String, isFailure: Bool = false, at now: HUDInstant) {
            stream.end(reason, isFailure: isFailure, at: now)
            connection = .closed
        }

        /// The last writer of a named pipe has closed it. Another one may come, while the stream may be silent.
        mutating func hangUp(at now: HUDInstant) {
            guard connection == .open else { return }
            stream.disconnect(at: now)
            connection = .hungUp(until: now.advanced(by: stream.isComplete ? .zero : longestSilence))
        }

        /// A named pipe has a writer again.
        mutating func pickUp() {
            if case .hungUp = connection { connection = .open }
        }

        /// Processes the deadlines up to `now`. Returns what must be done with the place of the stream.
        fileprivate mutating func advance(to now: HUDInstant) -> ((Int) -> Action)? {
            stream.advance(to: now)
            switch connection {
            case .open where fileDeadline.map { $0 <= now } == true:
                // The last line may have no end.
                stream.disconnect(at: now)
                close(stream.lackOfEvents ?? "silent", at: now)
            case .open where stream.isRefused, .draining where stream.isRefused: connection = .closed
            case .draining(_, let until, _) where until <= now: endOutput(at: now)
            case .hungUp(let until) where until <= now: close("the stream ended", at: now)
            case .waiting(let until) where until <= now:
                (connection, isNew) = (.open, true)
                return Action.connect
            case .open, .draining, .hungUp, .waiting, .closed: return nil
            }
            return Action.close
        }
    }
}

import HUDCore
import SeededRandom
import Testing

@testable import HUDFollow

/// The connections of ``FollowMachine`` and an independent model of them, through all short sequences of inputs and through long random ones.
///
/// What the streams say is the matter of ``StreamMachineLawTests``: the model has a ``StreamMachine`` of its own, to which it says when a connection begins
/// and ends.
@Suite struct FollowMachineLawTests {
    enum Input: CaseIterable {
        case event, finish, text, refused
        case drain, endOutput, disconnect, fail, hangUp, pickUp
        case second, minute

        /// The line that arrives; nil if none does.
        var line: String? {
            switch self {
            case .event: #"{"t":0,"event":"heartbeat","label":"a"}"#
            case .finish: #"{"t":0,"event":"finish","label":"a","outcome":"cancelled"}"#
            case .text: "text"
            case .refused: #"{"t":0,"event":"start","version":2}"#
            case .drain, .endOutput, .disconnect, .fail, .hangUp, .pickUp, .second, .minute: nil
            }
        }
    }

    /// What the stream comes from.
    enum Origin: CaseIterable {
        case file, command, commandThatRunsAgain
    }

    struct Model {
        enum Connection: Equatable {
            case open
            case leftOpen(until: HUDInstant, atMost: HUDInstant)
            case withoutWriter(until: HUDInstant)
            case broken(until: HUDInstant)
            case gone
        }

        let origin: Origin
        var stream = StreamMachine(at: .zero)
        var connection = Connection.open
        var failures = 0
        var beginsAgain = false
        /// Why the last connection was broken, until there is an event of another one.
        var reason: String?

        var isConnected: Bool {
            switch connection {
            case .open, .leftOpen, .withoutWriter: true
            case .broken, .gone: false
            }
        }

        /// When a file is given up.
        private var endOfFile: HUDInstant? {
            guard origin == .file else { return nil }
            // Nothing of it was an event, for as long as a sender may be silent.
            if stream.lackOfEvents != nil { return stream.silence.since.advanced(by: .seconds(45)) }
            guard case .stale = stream.state else { return nil }
            return stream.silence.since.advanced(by: .seconds(90))
        }

        var deadline: HUDInstant? {
            switch connection {
            case .open: endOfFile ?? stream.nextDeadline
            case .leftOpen(let until, _): until
            case .withoutWriter(let until), .broken(let until): [until, stream.nextDeadline].compactMap { $0 }.min()
            case .gone: nil
            }
        }

        /// What is said while nothing comes.
        func words(at time: Int) -> String? {
            guard let reason else { return nil }
            guard case .broken(let until) = connection else { return reason + ", trying again" }
            return "\(reason), again in \(max(1, until.offset.components.seconds - Int64(time))) s"
        }

        mutating func take(_ input: Input, at now: HUDInstant) -> [FollowMachine.Action] {
            if let line = input.line {
                receive(line, at: now)
                return []
            }
            switch (input, connection) {
            case (.drain, .open):
                connection = .leftOpen(until: now.advanced(by: .seconds(1)), atMost: now.advanced(by: .seconds(10)))
            case (.endOutput, .leftOpen): end("status 1", isFailure: true, at: now)
            case (.disconnect, _) where isConnected: end("cut", isFailure: false, at: now)
            case (.fail, _) where isConnected: end("status 2", isFailure: true, at: now)
            case (.hangUp, .open):
                stream.disconnect(at: now)
                connection = .withoutWriter(until: now.advanced(by: .seconds(stream.isComplete ? 0 : 45)))
            case (.pickUp, .withoutWriter): connection = .open
            case (.second, _), (.minute, _): return pass(to: now)
            default: break
            }
            return []
        }

        private mutating func receive(_ line: String, at now: HUDInstant) {
            switch connection {
            case .leftOpen(_, let latest):
                connection = .leftOpen(until: min(latest, now.advanced(by: .seconds(1))), atMost: latest)
            case .withoutWriter: connection = .open
            case .open, .broken, .gone: break
            }
            if beginsAgain { stream.beginAgain(at: now) }
            beginsAgain = false
            Array((line + "\n").utf8).withUnsafeBytes { stream.receive($0, at: now) }
            if line != Input.text.line { (failures, reason) = (0, nil) }
        }

        private mutating func end(_ reason: String, isFailure: Bool, at now: HUDInstant) {
            stream.disconnect(at: now)
            if origin == .commandThatRunsAgain, !stream.isComplete {
                let pauses = [1, 2, 4, 8, 16, 30]
                connection = .broken(until: now.advanced(by: .seconds(pauses[min(failures, 5)])))
                failures += 1
                self.reason = reason
            } else {
                stream.end(reason, isFailure: isFailure, at: now)
                connection = .gone
            }
        }

        private mutating func pass(to now: HUDInstant) -> [FollowMachine.Action] {
            stream.advance(to: now)
            switch connection {
            case .open:
                if let endOfFile, endOfFile <= now {
                    stream.end(stream.lackOfEvents ?? "silent", at: now)
                } else if !stream.isRefused {
                    return []
                }
                connection = .gone
            case .leftOpen(let until, _):
                if stream.isRefused {
                    connection = .gone
                } else if until <= now {
                    end("status 1", isFailure: true, at: now)
                } else {
                    return []
                }
            case .withoutWriter(let until):
                if until > now { return [] }
                stream.end("the stream ended", at: now)
                connection = .gone
            case .broken(let until):
                if until > now { return [] }
                (connection, beginsAgain) = (.open, true)
                return [.connect(0)]
            case .gone: return []
            }
            return [.close(0)]
        }
    }

    /// A machine with its model, and what happened to them.
    struct Pair {
        var machine = FollowMachine()
        var model: Model
        var time = 0
        var script: [Input] = []

        init(_ origin: Origin) {
            model = Model(origin: origin)
            machine.members = [
                .init(StreamMachine(at: .zero), reconnects: origin == .commandThatRunsAgain, isFile: origin == .file)
            ]
        }

        /// Lets something happen to both.
        ///
        /// - Returns: The first difference.
        mutating func take(_ input: Input) -> String? {
            // Nothing arrives from what is not connected.
            let line = input.line
            if line != nil, !model.isConnected { return nil }
            if input == .minute { time += 60 } else if input == .second { time += 1 }
            script.append(input)
            let now = HUDInstant.zero.advanced(by: .seconds(time))
            var actions: [FollowMachine.Action] = []
            if let line { Array((line + "\n").utf8).withUnsafeBytes { machine.members[0].receive($0, at: now) } }
            switch input {
            case .event, .finish, .text, .refused: break
            case .drain: machine.members[0].drain(.init(reason: "status 1", isFailure: true), at: now)
            case .endOutput: machine.members[0].endOutput(at: now)
            case .disconnect: machine.members[0].disconnect("cut", at: now)
            case .fail: machine.members[0].disconnect("status 2", isFailure: true, at: now)
            case .hangUp: machine.members[0].hangUp(at: now)
            case .pickUp: machine.members[0].pickUp()
            case .second, .minute: actions = machine.advance(to: now)
            }
            let expected = model.take(input, at: now)
            if actions != expected { return "\(actions), expected \(expected)" }
            return difference()
        }

        private func difference() -> String? {
            let member = machine.members[0]
            let isAlike =
                switch (member.connection, model.connection) {
                case (.open, .open), (.closed, .gone): true
                case (.draining(_, let until, let latest), .leftOpen(let expected, let atMost)):
                    (until, latest) == (expected, atMost)
                case (.hungUp(let until), .withoutWriter(let expected)), (.waiting(let until), .broken(let expected)):
                    until == expected
                default: false
                }
            if !isAlike { return "\(member.connection), expected \(model.connection)" }
            if member.isConnected != model.isConnected || machine.isOver != (model.connection == .gone) {
                return "is over: \(machine.isOver)"
            }
            var isLeftOpen = false
            if case .leftOpen = model.connection { isLeftOpen = true }
            if member.isDraining != isLeftOpen { return "is draining: \(member.isDraining)" }
            let words = member.interruption(at: .zero.advanced(by: .seconds(time)))
            if words?.reason != model.reason || words?.words != model.words(at: time) {
                return "\(String(describing: words)) is said"
            }
            if machine.nextDeadline != model.deadline { return "\(String(describing: machine.nextDeadline)) is the deadline" }
            if member.stream.state != model.stream.state { return "\(member.stream.state), expected \(model.stream.state)" }
            if member.stream.counts != model.stream.counts || member.stream.work != model.stream.work {
                return "\(member.stream.work)"
            }
            return nil
        }
    }

    @Test(arguments: Origin.allCases)
    func `All short sequences`(origin: Origin) {
        func tryAll(_ pair: Pair, length: Int) {
            for input in Input.allCases {
                var next = pair
                if let difference = next.take(input) {
                    Issue.record("after \(next.script): \(difference)")
                } else if length > 1 {
                    tryAll(next, length: length - 1)
                }
            }
        }
        tryAll(Pair(origin), length: 4)
    }

    @Test(arguments: Origin.allCases)
    func `Long random sequences`(origin: Origin) {
        var random = SeededGenerator(stream: 136)
        for run in 0..<(SeededGenerator.steps ?? 20_000) / 40 {
            var pair = Pair(origin)
            // Without those that end all of it.
            let inputs = random.bool() ? Input.allCases : Input.allCases.filter { $0 != .refused && $0 != .finish }
            for _ in 0..<40 {
                if let difference = pair.take(inputs[random.int(0..<inputs.count)]) {
                    Issue.record("run \(run), seed \(SeededGenerator.seed), after \(pair.script): \(difference)")
                    return
                }
            }
        }
    }

    @Test func `The result counts how each stream has ended`() {
        var machine = FollowMachine()
        func stream(_ lines: String...) -> FollowMachine.Member {
            var stream = StreamMachine(at: .zero)
            for line in lines { Array((line + "\n").utf8).withUnsafeBytes { stream.receive($0, at: .zero) } }
            return .init(stream, reconnects: false)
        }
        func finish(_ outcome: String) -> String { #"{"t":1,"event":"finish","label":"a","outcome":"\#(outcome)"}"# }
        let broken = #"{"t":"#
        machine.members = [
            stream(finish("succeeded"), broken), stream(finish("succeeded")), stream(finish("failed"), broken, broken),
            stream(finish("cancelled")),
            stream(#"{"t":0,"event":"heartbeat","label":"a"}"#), stream()
        ]
        #expect(machine.result == .init(succeeded: 2, failed: 1, cancelled: 1, brokenLines: 3))
        #expect(!machine.isOver)
        for index in machine.members.indices { machine.members[index].disconnect("cut", at: .zero) }
        #expect(machine.result == .init(succeeded: 2, failed: 1, cancelled: 1, lost: 2, brokenLines: 3))
        #expect(machine.isOver && machine.nextDeadline == nil)
    }
}

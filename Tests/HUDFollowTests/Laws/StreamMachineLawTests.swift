import HUDCore
import SeededRandom
import Testing

@testable import HUDFollow

/// ``StreamMachine`` and an independent model of it, through all short sequences of inputs and through long random ones.
@Suite struct StreamMachineLawTests {
    /// What can happen to a stream. Lines have the time at which they arrive, except where it is older.
    enum Input: CaseIterable {
        case start, startWithHeartbeat, refused
        case progress, oldProgress, finish, failure, cancellation
        case log, text, broken
        case begin1, begin1Again, report1, pause1, end1, fail1, retry1, end1Again
        case begin2, skip2
        case wait, disconnect, beginAgain, take

        /// The line that arrives; nil if none does.
        func line(at time: Int) -> String? {
            let task = #""job":1,"name":"one""#
            return switch self {
            case .start: #"{"t":\#(time),"event":"start","label":"a"}"#
            case .startWithHeartbeat: #"{"t":\#(time),"event":"start","label":"b","details":"c","stream":"tree","heartbeat":4}"#
            case .refused: #"{"t":\#(time),"event":"start","label":"x","version":2}"#
            case .progress: #"{"t":\#(time),"event":"progress","label":"p","details":"d","completed":\#(time),"total":9}"#
            case .oldProgress: #"{"t":0,"event":"progress","label":"old","completed":0,"total":9}"#
            case .finish: #"{"t":\#(time),"event":"finish","label":"f","outcome":"succeeded"}"#
            case .failure: #"{"t":\#(time),"event":"finish","label":"f","elapsed":0.5,"outcome":"failed","reason":"r"}"#
            case .cancellation: #"{"t":\#(time),"event":"finish","label":"f","outcome":"cancelled"}"#
            case .log: #"{"t":\#(time),"event":"log","text":"one\ntwo\n"}"#
            case .text: "text"
            case .broken: #"{"t":"#
            case .begin1: #"{"t":\#(time),"event":"job-start",\#(task),"attempt":1,"slot":3}"#
            case .begin1Again: #"{"t":\#(time),"event":"job-start",\#(task),"attempt":2}"#
            case .report1: #"{"t":\#(time),"event":"job-progress",\#(task),"attempt":1,"elapsed":0.5,"fraction":0.5}"#
            case .pause1: #"{"t":\#(time),"event":"job-heartbeat",\#(task),"attempt":1,"elapsed":0.5,"state":"paused"}"#
            case .end1: #"{"t":\#(time),"event":"job-end",\#(task),"attempt":1,"status":0,"outcome":"succeeded"}"#
            case .fail1: #"{"t":\#(time),"event":"job-end",\#(task),"attempt":1,"status":4,"outcome":"failed","reason":"s"}"#
            case .retry1:
                #"{"t":\#(time),"event":"job-end",\#(task),"attempt":1,"elapsed":0.25,"status":7,"outcome":"failed","retried":true}"#
            case .end1Again: #"{"t":\#(time),"event":"job-end",\#(task),"attempt":2,"elapsed":0.5,"outcome":"cancelled"}"#
            case .begin2: #"{"t":\#(time),"event":"job-start","job":2,"name":"two","parent":1}"#
            case .skip2: #"{"t":\#(time),"event":"job-skip","job":2,"name":"two","reason":"no"}"#
            case .wait, .disconnect, .beginAgain, .take: nil
            }
        }
    }

    /// What a stream has told, in the words of the documentation.
    struct Model {
        struct Task: Equatable {
            var state = TaskState.waiting
            var label = ""
            var fraction: Double?
            var attempt = 0
            var slot: Int?
            var status: Int32?
            var beganAt: Duration?
            var elapsed: Duration?
            /// How the run ended after which another one was promised, and has not come.
            var promised: (outcome: HUDOutcome, status: Int32?, elapsed: Duration?)?

            static func == (a: Task, b: Task) -> Bool {
                (a.state, a.label, a.fraction, a.attempt) == (b.state, b.label, b.fraction, b.attempt)
                    && (a.slot, a.status, a.elapsed) == (b.slot, b.status, b.elapsed)
            }

            init() {}

            init(_ work: StreamMachine.Work) {
                (state, label, fraction, attempt) = (work.state, work.label, work.progress?.fraction, work.run.attempt)
                (slot, status, elapsed) = (work.run.slot, work.run.status, work.run.elapsed)
            }
        }

        var state = StreamMachine.State.silent
        var isRefused = false
        var hasFailedBefore = false
        var isOurs = false
        /// Whether something has arrived since the stream began, and whether an event has.
        var hasContent = false
        var hasEvents = false
        var isTree = false
        var work = Task()
        var details = ""
        var completed: Int?
        var newest: Duration?
        /// How long the quickest event was under way, which says when the work began; and what was taken last of it.
        var quickest: Duration?
        var taken: Duration?
        var tasks: [UInt64: Task] = [:]
        var skipped: Set<UInt64> = []
        /// The tasks whose ends were told, of which only the attempt and the outcome are remembered.
        var told: Set<UInt64> = []
        var lastArrival = 0
        /// The sender's heartbeat, and whether it has promised one.
        var heartbeat = Duration.seconds(30)
        var hasPromised = false
        // What was not taken yet.
        var isReset = false
        var outcomeBefore: HUDOutcome?
        var endsBefore: [UInt64] = []
        var changesWork = false
        var changed: [UInt64] = []
        var skips = 0
        var unskipped = 0
        var prints: [String] = []

        var deadline: HUDInstant? {
            guard !state.hasEnded, hasPromised, !isStale else { return nil }
            return HUDInstant.zero.advanced(by: .seconds(lastArrival) + heartbeat * 3 / 2)
        }

        var isStale: Bool { if case .stale = state { true } else { false } }

        /// Whether the work has changed, or is known better.
        var tellsWork: Bool { changesWork || taken != nil && taken != quickest }

        mutating func become(_ new: StreamMachine.State) {
            if state != new { changesWork = true }
            state = new
        }

        mutating func take(_ input: Input, at time: Int) {
            switch input {
            case .wait: break
            case .disconnect: return
            case .beginAgain:
                if !isOurs, !state.hasEnded {
                    forget()
                    (work, details, completed, state, hasEvents, hasContent) = (Task(), "", nil, .silent, false, false)
                    taken = nil
                }
                if !hasEvents { hasContent = false }
                return
            case .take:
                told.formUnion(changed.filter { tasks[$0]?.state.hasEnded == true })
                if tellsWork { taken = quickest }
                (isReset, outcomeBefore, endsBefore, changesWork, changed) = (false, nil, [], false, [])
                (skips, unskipped, prints) = (0, 0, [])
                return
            default:
                lastArrival = time
                hasContent = true
            }
            if input == .wait {
                if let deadline, deadline <= .zero.advanced(by: .seconds(time)) {
                    become(.stale(since: .zero.advanced(by: .seconds(lastArrival))))
                }
                return
            }
            if input == .text { return prints.append("text") }
            if input == .broken { return }
            (isOurs, hasEvents) = (true, true)
            if isStale { become(.live) }
            if !isRefused { takeEvent(input, at: .seconds(time)) }
        }

        private mutating func forget() {
            if !isReset { (outcomeBefore, endsBefore) = (state.outcome, changed.filter { tasks[$0]?.state.hasEnded == true }) }
            (isReset, changesWork, changed, skips, unskipped) = (true, true, [], 0, 0)
            (tasks, skipped, told, isTree, newest, quickest, hasPromised) = ([:], [], [], false, nil, nil, false)
        }

        private mutating func takeEvent(_ input: Input, at time: Duration) {
            switch input {
            case .refused:
                isRefused = true
                become(.lost(reason: "version 2 of the event stream, expected 1"))
            case .start, .startWithHeartbeat:
                if case .over(let outcome) = state, outcome != .succeeded { hasFailedBefore = true }
                forget()
                (work, completed, taken) = (Task(), nil, nil)
                isTree = input == .startWithHeartbeat
                heartbeat = .seconds(isTree ? 4 : 30)
                become(.live)
                quickest = .zero
                report(isTree ? "b" : "a", isTree ? "c" : "", nil, at: time)
            case .log: prints += ["one", "two"]
            default:
                if state.hasEnded { return }
                quickest = min(quickest ?? time, input == .oldProgress ? time : .zero)
                takeWhileItGoesOn(input, at: time)
            }
        }

        private mutating func report(_ label: String, _ details: String, _ completed: Int?, at time: Duration) {
            if let newest, time < newest { return }
            newest = time
            if work.state == .waiting { work.state = .running }
            (work.label, self.details, self.completed) = (label, details, completed ?? self.completed)
            changesWork = true
        }

        private mutating func takeWhileItGoesOn(_ input: Input, at time: Duration) {
            switch input {
            case .progress, .oldProgress:
                become(.live)
                hasPromised = true
                if input == .progress {
                    report("p", "d", Int(time.components.seconds), at: time)
                } else {
                    report("old", "", 0, at: .zero)
                }
            case .finish: finish(hasFailedBefore ? .failed(reason: "an earlier job did not succeed") : .succeeded, time, at: time)
            case .failure: finish(.failed(reason: "r"), .milliseconds(500), at: time)
            case .cancellation: finish(.cancelled, time, at: time)
            default:
                become(.live)
                isTree = true
                if input == .skip2 {
                    guard tasks[2] == nil, skipped.insert(2).inserted else { return }
                    (skips, changesWork) = (skips + 1, true)
                } else {
                    change(input, at: time)
                }
            }
        }

        private mutating func finish(_ outcome: HUDOutcome, _ elapsed: Duration, at time: Duration) {
            report("f", "", nil, at: time)
            for (id, var task) in tasks {
                guard let last = task.promised else { continue }
                (task.state, task.status, task.elapsed) = (TaskState(last.outcome), last.status, last.elapsed)
                tasks[id] = task
                note(id)
            }
            (work.state, work.elapsed) = (TaskState(outcome), elapsed)
            become(.over(outcome))
        }

        private mutating func note(_ id: UInt64) { if !changed.contains(id) { changed.append(id) } }

        private mutating func change(_ input: Input, at time: Duration) {
            if work.state == .waiting { work.state = .running }
            let (id, name): (UInt64, String) = input == .begin2 ? (2, "two") : (1, "one")
            let old = tasks[id] ?? Task()
            let attempt = input == .begin1Again || input == .end1Again ? 2 : input == .begin2 ? max(1, old.attempt) : 1
            // Without a number it is the last run, which has not begun again.
            if old.state.hasEnded, input == .begin2 || attempt <= old.attempt { return }
            if attempt < old.attempt { return }
            if skipped.remove(id) != nil { unskipped += 1 }
            var task = old.state.hasEnded ? Task() : old
            let isNew = attempt > task.attempt
            (task.attempt, task.label, task.promised) = (attempt, name, nil)
            switch input {
            case .begin1, .begin1Again, .begin2:
                if input == .begin1 { task.slot = 3 }
                if isNew || task.state == .waiting { (task.state, task.beganAt) = (.running, time) }
                if isNew { task.fraction = nil }
            case .report1, .pause1:
                task.state = input == .pause1 ? .paused : .running
                task.beganAt = time - .milliseconds(500)
                if input == .report1 { task.fraction = 0.5 }
            case .retry1: task.promised = (.failed(reason: ""), 7, .milliseconds(250))
            case .end1Again: (task.state, task.status, task.elapsed) = (.cancelled, nil, .milliseconds(500))
            default:
                task.state = input == .end1 ? .finished : .failed(reason: "s")
                (task.status, task.elapsed) = (input == .end1 ? 0 : 4, task.beganAt.map { time - $0 })
            }
            tasks[id] = task
            told.remove(id)
            note(id)
        }
    }

    /// A machine with its model, and what happened to them.
    struct Pair {
        var machine = StreamMachine(at: .zero)
        var model = Model()
        var time = 0
        var script: [Input] = []

        /// Lets something happen to both.
        ///
        /// - Returns: The first difference.
        mutating func take(_ input: Input) -> String? {
            time += input == .wait ? 50 : 1
            script.append(input)
            let now = HUDInstant.zero.advanced(by: .seconds(time))
            if let line = input.line(at: time) { Array((line + "\n").utf8).withUnsafeBytes { machine.receive($0, at: now) } }
            switch input {
            case .wait: machine.advance(to: now)
            case .disconnect: machine.disconnect(at: now)
            case .beginAgain: machine.beginAgain(at: now)
            case .take: if let difference = differenceOfChanges() { return difference }
            default: break
            }
            model.take(input, at: time)
            return difference()
        }

        private func difference() -> String? {
            if machine.state != model.state { return "\(machine.state), expected \(model.state)" }
            if machine.isRefused != model.isRefused { return "is refused: \(machine.isRefused)" }
            if machine.isTree != model.isTree { return "is a tree: \(machine.isTree)" }
            if machine.nextDeadline != model.deadline { return "\(String(describing: machine.nextDeadline)) is the deadline" }
            if (machine.lackOfEvents != nil) != (model.hasContent && !model.hasEvents) {
                return "lacks \(machine.lackOfEvents ?? "nothing")"
            }
            if machine.isComplete != model.state.hasEnded { return "is complete: \(machine.isComplete)" }
            let work = machine.work
            guard Model.Task(work) == model.work, work.details == model.details, work.progress?.completed == model.completed
            else {
                return "\(work), expected \(model.work)"
            }
            for id: UInt64 in [1, 2] {
                let task = machine.tasks[id].map { Model.Task($0) }
                let expected = model.told.contains(id) ? model.tasks[id].map(memory) : model.tasks[id]
                if task != expected {
                    return "task \(id) is \(String(describing: task)), expected \(String(describing: expected))"
                }
            }
            return nil
        }

        private func memory(of task: Model.Task) -> Model.Task {
            var memory = Model.Task()
            (memory.state, memory.attempt) = (task.state.isFailure ? .failed(reason: "") : task.state, task.attempt)
            return memory
        }

        private mutating func differenceOfChanges() -> String? {
            let changes = machine.takeChanges()
            if (changes.isReset, changes.outcome) != (model.isReset, model.outcomeBefore) { return "reset is told as \(changes)" }
            if changes.ends.map(\.key) != model.endsBefore { return "ends of before: \(changes.ends)" }
            if changes.hasWork != model.tellsWork { return "the work has changed: \(changes.hasWork)" }
            if changes.hasWork, machine.work.began != model.quickest.map({ .zero.advanced(by: $0) }) { return "began \(changes)" }
            if (changes.skips.count, changes.unskipped) != (model.skips, model.unskipped) { return "skips: \(changes)" }
            if changes.prints.map(\.text) != model.prints { return "prints \(changes.prints)" }
            // A part is told after what it is a part of.
            let order = changes.hasParts ? model.changed.sorted() : model.changed
            if changes.tasks.map(\.key) != order { return "tells of \(changes.tasks.map(\.key)), expected \(order)" }
            for task in changes.tasks where Model.Task(task.work) != model.tasks[task.key] { return "tells \(task)" }
            return nil
        }
    }

    @Test func `All short sequences`() {
        var count = 0
        func tryAll(_ pair: Pair, length: Int) {
            for input in Input.allCases {
                var next = pair
                if let difference = next.take(input) {
                    Issue.record("after \(next.script): \(difference)")
                } else if length > 1 {
                    tryAll(next, length: length - 1)
                }
                count += 1
            }
        }
        tryAll(Pair(), length: 3)
        #expect(count == 25 + 25 * 25 + 25 * 25 * 25)
    }

    @Test func `Long random sequences`() {
        var random = SeededGenerator(stream: 135)
        for run in 0..<(SeededGenerator.steps ?? 20_000) / 20 {
            var pair = Pair()
            // Without these two, which end or empty most of a sequence, more of it can be seen.
            let inputs = random.bool() ? Input.allCases : Input.allCases.filter { $0 != .refused && $0 != .start }
            for _ in 0..<20 {
                if let difference = pair.take(inputs[random.int(0..<inputs.count)]) {
                    Issue.record("run \(run), seed \(SeededGenerator.seed), after \(pair.script): \(difference)")
                    return
                }
            }
        }
    }
}

import HUDCore
import SeededRandom
import Testing

/// Every short sequence of calls, on a small grid of times and timings, against ``IntervalModel``.
///
/// A sequence is a list of calls with the gaps between them, under one choice of timings. Each is
/// played on a machine; its phase and deadline are compared with the model's right after its last call. Then it is
/// advanced from deadline to deadline until nothing is pending, and the whole list of events is compared with the model's.
/// Each prefix of a sequence is counted and checked once as well.
///
/// The following are left out without loss:
/// - The first call is at 0. The machine only depends on differences of time.
/// - In the deeper searches the first call is a `show`. Any other call does nothing on a new machine, as a test of
///   its own checks, so a sequence that starts with it is equivalent to a shorter one.
/// - In the deeper searches hiding after 0 or after −1 is not followed. After each `hide` it is compared with that, and
///   the resulting machines are equal.
@Suite struct ExhaustiveTests {
    @Test func `Every short sequence of calls agrees with the model`() async {
        await run(
            "every call; gaps 0, 1 and 2; 27 timings",
            Search(vocabulary: Search.whole, gaps: [0, 1, 2], depth: Depth.whole), grid(0...2))
        await run(
            "show first, then every call; gaps 0, 1 and 2; 27 timings",
            Search(vocabulary: Search.whole, gaps: [0, 1, 2], depth: Depth.wholeFromShow, startsWithShow: true),
            grid(0...2))
    }

    @Test func `Every longer sequence that starts with show agrees with the model`() async {
        await run(
            "show first; then show, hide, hide after 1 and 2, advance; gaps 0 and 1; 27 timings",
            Search(vocabulary: Search.calls, gaps: [0, 1], depth: Depth.longer, startsWithShow: true), grid(0...2))
    }

    @Test func `Every sequence of six calls that starts with show agrees with the model for some timings`() async {
        // No timings at all; no grace time; a grace time shorter than the animation, equal to it, longer; all equal.
        let timings = [(0, 0, 0), (0, 2, 1), (0, 1, 1), (1, 0, 2), (1, 2, 1), (2, 1, 1), (1, 1, 1), (2, 2, 0)]
        await run(
            "show first; then show, hide, hide after 1 and 2, advance; gaps 0 and 1; \(timings.count) timings",
            Search(vocabulary: Search.calls, gaps: [0, 1], depth: Depth.deepest, startsWithShow: true),
            timings.map { IntervalModel(grace: $0.0, minimumShow: $0.1, animation: $0.2) })
    }

    @Test func `On a fresh machine only show does anything`() {
        var fresh = HUDStateMachine()
        #expect(fresh.advance(to: at(0)) == [])
        for call in Search.whole where call.kind != .show {
            var machine = fresh
            #expect(machine.play(call) == [])
            #expect(machine.phase == .hidden)
            #expect(machine.nextDeadline == nil)
            // The next show overrides the flag of a hide, so the machines are equal only after that.
            var other = fresh
            #expect(machine.show(at: at(0)) == other.show(at: at(0)))
            #expect(machine == other)
        }
    }

    private enum Depth {
        #if DEBUG
        static let whole = 2
        static let wholeFromShow = 2
        static let longer = 3
        static let deepest = 4
        #else
        static let whole = 3
        static let wholeFromShow = 4
        static let longer = 5
        static let deepest = 6
        #endif
    }

    private func grid(_ values: ClosedRange<Int>) -> [IntervalModel] {
        values.flatMap { grace in
            values.flatMap { minimumShow in
                values.map { IntervalModel(grace: grace, minimumShow: minimumShow, animation: $0) }
            }
        }
    }

    private func run(_ what: String, _ search: Search, _ models: [IntervalModel]) async {
        let start = ContinuousClock.now
        var count = 0
        await withTaskGroup(of: Explorer.self) { group in
            for model in models {
                group.addTask {
                    var explorer = Explorer(model: model, search: search)
                    explorer.explore()
                    return explorer
                }
            }
            for await explorer in group {
                count += explorer.count
                if let mismatch = explorer.mismatch { Issue.record("\(mismatch)") }
            }
        }
        SeededGenerator.report(
            "exhaustive: \(count) sequences of up to \(search.depth) calls (\(what)) in \(ContinuousClock.now - start)")
        #expect(count > 0)
    }
}

/// The parameters of a search.
struct Search: Sendable {
    var vocabulary: [IntervalModel.Call]
    var gaps: [Int]
    var depth: Int
    var startsWithShow = false

    /// Show, hide and hides after `delays`, each animated and not, and `others`.
    private static func vocabulary(delays: [Int], others: [IntervalModel.Call.Kind]) -> [IntervalModel.Call] {
        let kinds = [.show, .hide] + delays.map { IntervalModel.Call.Kind.hideAfter($0) }
        return kinds.flatMap { kind in [true, false].map { .init(kind: kind, time: 0, isAnimated: $0) } }
            + others.map { .init(kind: $0, time: 0) }
    }

    static let calls = vocabulary(delays: [1, 2], others: [.advance])
    static let whole = vocabulary(delays: [-1, 0, 1, 2, 3], others: [.advance, .presented])
}

/// Walks the tree of sequences for one choice of timings. The machine is a value, so a branch starts from a copy of it.
private struct Explorer {
    private var model: IntervalModel
    private let search: Search
    private var calls: [IntervalModel.Call] = []
    private var events: [HUDEvent] = []
    private(set) var count = 0
    /// The first disagreement, and the scenario that shows it.
    private(set) var mismatch: String?

    init(model: IntervalModel, search: Search) {
        self.model = model
        self.search = search
    }

    mutating func explore() {
        let first = search.startsWithShow ? search.vocabulary.filter { $0.kind == .show } : search.vocabulary
        for call in first { follow(call, at: 0, from: HUDStateMachine(model), depth: search.depth) }
    }

    private mutating func follow(_ call: IntervalModel.Call, at time: Int, from parent: HUDStateMachine, depth: Int) {
        guard mismatch == nil else { return }
        var call = call
        call.time = time
        calls.append(call)
        var machine = parent
        let before = events.count
        events += machine.play(call)
        check(machine)
        if call.kind == .hide { compareHidesAfterNothing(to: machine, from: parent) }
        if depth > 1 {
            for next in search.vocabulary {
                for gap in search.gaps { follow(next, at: time + gap, from: machine, depth: depth - 1) }
            }
        }
        calls.removeLast()
        events.removeLast(events.count - before)
    }

    /// "D ≤ 0 is a plain hide."
    private mutating func compareHidesAfterNothing(to machine: HUDStateMachine, from parent: HUDStateMachine) {
        guard var call = calls.last else { return }
        for delay in [0, -1] {
            call.kind = .hideAfter(delay)
            var other = parent
            _ = other.play(call)
            if other != machine { disagree("hide after \(delay) is not a hide", machine) }
        }
    }

    private mutating func check(_ machine: HUDStateMachine) {
        count += 1
        model.consider(calls)
        if machine.phase != model.phase { disagree("phase \(machine.phase), not \(model.phase)", machine) }
        if machine.phase.isOnScreen != model.isOnScreen { disagree("on screen: \(!model.isOnScreen)", machine) }
        if machine.nextDeadline != model.nextDeadline.map(HUDInstant.init(units:)) {
            disagree(
                "deadline \(machine.nextDeadline, default: "nil"), not \(model.nextDeadline, default: "nil")", machine)
        }
        // Advanced by its own deadlines, each of which must be later than the last, so that this ends.
        let before = events.count
        var drained = machine
        var last = HUDInstant(units: calls.last?.time ?? 0)
        while let deadline = drained.nextDeadline {
            guard last <= deadline, events.count < 100 else { return disagree("it does not get on", machine) }
            last = deadline
            events += drained.advance(to: deadline)
        }
        if drained.phase != .hidden, drained.phase != .visible {
            disagree("\(drained.phase) with nothing pending", machine)
        }
        if !model.events.elementsEqual(events, by: { $0.matches($1) }) { disagree("events differ", machine) }
        events.removeLast(events.count - before)
    }

    private mutating func disagree(_ what: String, _ machine: HUDStateMachine) {
        guard mismatch == nil else { return }
        mismatch = """
            \(what), after
            \(model.scenario(calls))
            machine: \(events.map { "\($0.time) \($0.kind)" })
            model:   \(model.events.map { "\($0.time) \($0.kind)" })
            """
    }
}

import SeededRandom
import Testing

@testable import HUDCore

/// Laws of ``ListMachine`` on random histories, against a model that keeps every task and sorts nothing.
@Suite struct ListMachineLawTests {
    #if DEBUG
    private static let steps = 40_000
    #else
    private static let steps = 1_000_000
    #endif

    @Test func `Whatever happens to tasks and keys, the list keeps the laws`() {
        var random = SeededGenerator(stream: 812)
        var steps = 0
        while steps < SeededGenerator.steps ?? Self.steps {
            var run = Run(using: &random)
            for _ in 0..<Int.random(in: 1...120, using: &random) where run.wrong == nil { run.step(using: &random) }
            steps += run.log.count
            if let wrong = run.wrong {
                Issue.record("seed \(SeededGenerator.seed): \(wrong)\n\(run.log.suffix(40).joined(separator: "\n"))")
                return
            }
        }
    }

    /// A task as the model has it: when its row comes, and when it may go.
    private struct Task {
        var state: RowTaskState
        var start: Int
        var pausedAt: Int?
        /// When the row appeared; nil without one.
        var appeared: Int?
        /// From when the minimum show time counts.
        var shown = 0
        var ended = 0
        /// When it was started, resumed or ended last, among all such calls.
        var turn = 0
    }

    private struct Run {
        let grace: Int
        let stay: Int
        var list: ListMachine<Int>
        var model: [Int: Task] = [:]
        /// The tasks with rows, from the top.
        var rows: [Int] = []
        var unpresented: Set<Int> = []
        let tasks: Int
        /// The index of the selected row, which the next one takes if it leaves.
        var selectedIndex: Int?
        var lastTurn = 0
        var counts = RowTaskCounts()
        var now = 0
        var wrong: String?
        var log: [String] = []

        init(using random: inout SeededGenerator) {
            grace = [0, 3, 10].randomElement(using: &random) ?? 0
            stay = [0, 4, 7].randomElement(using: &random) ?? 0
            list = ListMachine(graceTime: .milliseconds(grace), minimumShowTime: .milliseconds(stay))
            list.resize(to: Int.random(in: 0...6, using: &random))
            tasks = [3, 12].randomElement(using: &random) ?? 12
        }

        private func instant(_ time: Int) -> HUDInstant { HUDInstant.zero.advanced(by: .milliseconds(time)) }

        mutating func step(using random: inout SeededGenerator) {
            let task = Int.random(in: 0..<tasks, using: &random)
            let call = Int.random(in: 0..<16, using: &random)
            // The last ones have no time.
            let time = now + (call > 10 ? 0 : [0, 0, 1, 2, 5].randomElement(using: &random) ?? 0)
            var events: [RowEvent<Int>] = []
            var expected: [String] = []
            let offset = list.offset
            let selected = list.selected
            let first = list.visible.first?.task
            selectedIndex = selected.flatMap { rows.firstIndex(of: $0) }
            switch call {
            case 0:
                note("add \(task)", time)
                expected = pass(to: time, includesNow: false)
                if model[task] == nil {
                    model[task] = Task(state: .waiting, start: time)
                    counts.waiting += 1
                }
                events = list.add(task, at: instant(time))
            case 1...4:
                note("start \(task)", time)
                expected = pass(to: time, includesNow: false)
                expected += start(task, at: time)
                events = list.start(task, at: instant(time))
            case 5:
                note("pause \(task)", time)
                expected = pass(to: time, includesNow: false)
                if model[task]?.state == .running {
                    change(task, to: .paused)
                    model[task]?.pausedAt = time
                }
                events = list.pause(task, at: instant(time))
            case 6:
                note("resume \(task)", time)
                expected = pass(to: time, includesNow: false)
                if let known = model[task], known.state == .paused {
                    change(task, to: .running)
                    model[task]?.start += time - (known.pausedAt ?? time)
                    model[task]?.pausedAt = nil
                }
                events = list.resume(task, at: instant(time))
            case 7...9:
                let ending = [RowTaskState.finished, .failed, .cancelled].randomElement(using: &random) ?? .finished
                note("end \(task) \(ending)", time)
                expected = pass(to: time, includesNow: false)
                expected += end(task, ending, at: time)
                switch ending {
                case .finished: events = list.finish(task, at: instant(time))
                case .failed: events = list.fail(task, at: instant(time))
                case .cancelled, .waiting, .running, .paused: events = list.cancel(task, at: instant(time))
                }
            case 10:
                note("advance", time)
                expected = pass(to: time, includesNow: true)
                events = list.advance(to: instant(time))
            case 11:
                note("presented", now)
                for row in rows.dropFirst(offset).prefix(list.height) where unpresented.contains(row) {
                    let shown = model[row]?.shown ?? 0
                    model[row]?.shown = max(shown, now)
                }
                unpresented = []
                list.presented(at: instant(now))
            case 12:
                let height = Int.random(in: 0...6, using: &random)
                note("resize \(height)", now)
                list.resize(to: height)
                if list.selected != selected { fail("a resize changed the selection") }
            default:
                let moves = [
                    RowMove.rows(1), .rows(-1), .rows(1), .rows(-1), .rows(4), .pages(1), .pages(-1), .toStart, .toEnd,
                    .rows(.min),
                    .pages(.max)
                ]
                let move = moves.randomElement(using: &random) ?? .toEnd
                note("\(move)", now)
                list.move(move)
                checkMove(move, from: selected, offset: offset)
            }
            now = max(now, time)
            let seen = events.map { "\($0.kind) \($0.task) in \($0.place) at \($0.time.milliseconds)" }
            if seen != expected { fail("events \(seen), expected \(expected)") }
            check()
            guard call <= 10 else { return }
            if list.selected != selectedIndex.map({ rows[$0] }) { fail("selected is \(String(describing: list.selected))") }
            // What the window shows stays where it is, unless the list has become too short for it.
            let hasNew = events.contains { $0.kind == .appear }
            if let first, !hasNew, rows.contains(first), list.offset + list.height < rows.count, list.visible.first?.task != first
            {
                fail("\(first) is no longer the first row of the window")
            }
        }

        private mutating func note(_ text: String, _ time: Int) { log.append("\(time): \(text)") }
        private mutating func fail(_ text: String) { if wrong == nil { wrong = text } }

        // MARK: The model

        private mutating func change(_ task: Int, to state: RowTaskState) {
            guard let old = model[task]?.state else { return }
            counts[old] -= 1
            counts[state] += 1
            model[task]?.state = state
            lastTurn += 1
            model[task]?.turn = lastTurn
        }

        private mutating func start(_ task: Int, at time: Int) -> [String] {
            if model[task] == nil {
                model[task] = Task(state: .waiting, start: time)
                counts.waiting += 1
            }
            guard let known = model[task], ![.running, .paused].contains(known.state) else { return [] }
            change(task, to: .running)
            model[task]?.start = time
            // As a HUD that is shown again.
            if known.appeared != nil { model[task]?.shown = time }
            return grace == 0 ? appearances(at: time) : []
        }

        private mutating func end(_ task: Int, _ ending: RowTaskState, at time: Int) -> [String] {
            guard let known = model[task], !known.state.hasEnded else { return [] }
            change(task, to: ending)
            model[task]?.ended = time
            if ending == .failed {
                guard known.appeared == nil else { return [] }
                return [appear(task, at: time)]
            }
            guard known.appeared != nil else {
                model[task] = nil
                return []
            }
            return known.shown + stay <= time ? [leave(task, at: time)] : []
        }

        private mutating func appear(_ task: Int, at time: Int) -> String {
            model[task]?.appeared = time
            model[task]?.shown = time
            unpresented.insert(task)
            rows.append(task)
            return "appear \(task) in \(rows.count - 1) at \(time)"
        }

        private mutating func leave(_ task: Int, at time: Int) -> String {
            let index = rows.firstIndex(of: task) ?? -1
            rows.removeAll { $0 == task }
            if let selected = selectedIndex {
                if rows.isEmpty {
                    selectedIndex = nil
                } else {
                    selectedIndex = min(index < selected ? selected - 1 : selected, rows.count - 1)
                }
            }
            unpresented.remove(task)
            model[task] = nil
            return "disappear \(task) in \(index) at \(time)"
        }

        /// What happens by time alone.
        private mutating func pass(to time: Int, includesNow: Bool) -> [String] {
            var events: [String] = []
            for instant in now...max(now, time) where instant < time || includesNow {
                let leaving = rows.filter { task in
                    guard let known = model[task], [.finished, .cancelled].contains(known.state) else { return false }
                    return max(known.ended, known.shown + stay) <= instant
                }
                let order = leaving.sorted { (model[$0]?.turn ?? 0) < (model[$1]?.turn ?? 0) }
                for task in order { events.append(leave(task, at: instant)) }
                events += appearances(at: instant)
            }
            return events
        }

        private mutating func appearances(at time: Int) -> [String] {
            let due = model.filter { $0.value.state == .running && $0.value.appeared == nil && $0.value.start + grace <= time }
            return due.sorted { ($0.value.start, $0.value.turn) < ($1.value.start, $1.value.turn) }.map {
                appear($0.key, at: time)
            }
        }

        // MARK: The laws

        private mutating func check() {
            let visible = list.visible.map(\.task)
            if list.count != rows.count { return fail("\(list.count) rows, expected \(rows)") }
            if list.offset < 0 || list.offset > max(0, rows.count - list.height) { return fail("offset \(list.offset)") }
            if visible != Array(rows.dropFirst(list.offset).prefix(list.height)) { return fail("\(visible) of \(rows)") }
            if Set(visible).count != visible.count { return fail("a row twice in \(visible)") }
            if let selected = list.selected {
                if !rows.contains(selected) { return fail("\(selected) is selected and has no row") }
                if list.height > 0, !visible.contains(selected) { return fail("\(selected) is not in \(visible)") }
            }
            for (task, row) in zip(visible, list.visible) where model[task]?.state != row.state {
                return fail("\(task) is \(row.state)")
            }
            if list.counts != counts { return fail("counts \(list.counts), expected \(counts)") }
            if list.rest.total + rows.count != counts.total { return fail("\(list.rest) and \(rows.count) rows of \(counts)") }
        }

        /// The selection is where the move says, and the window has moved no further than that takes.
        private mutating func checkMove(_ move: RowMove, from selected: Int?, offset: Int) {
            guard let first = rows.first, let last = rows.last else { return }
            guard let new = list.selected else { return fail("nothing is selected") }
            let window = rows.dropFirst(offset).prefix(max(1, list.height))
            func index(_ task: Int) -> Int { rows.firstIndex(of: task) ?? -1 }
            var expected = first
            switch move {
            case .toStart: break
            case .toEnd: expected = last
            case .rows(let step), .pages(let step):
                var rows = step
                if case .pages = move { rows = max(-100, min(100, step)) * max(1, list.height - 1) }
                rows = max(-100, min(100, rows))
                let edge = (step < 0 ? window.last : window.first) ?? first
                var from = selected
                if case .pages = move { from = selected ?? edge }
                expected = from.map { self.rows[max(0, min(self.rows.count - 1, index($0) + rows))] } ?? edge
            }
            if new != expected { fail("\(new) is selected, expected \(expected)") }
            if case .rows = move, list.height > 0, window.contains(new), list.offset != offset {
                fail("the window moved needlessly")
            }
        }
    }
}

extension HUDInstant {
    fileprivate var milliseconds: Int { Int(HUDInstant.zero.duration(to: self) / .milliseconds(1)) }
}

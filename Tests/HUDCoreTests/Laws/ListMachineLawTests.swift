import SeededRandom
import Testing

@testable import HUDCore

/// Laws of ``ListMachine`` on random histories, with and without trees, against a model that keeps every task and sorts nothing.
@Suite struct ListMachineLawTests {
    #if DEBUG
    private static let steps = 40_000
    #else
    private static let steps = 1_000_000
    #endif

    @Test func `Whatever happens to tasks and keys, the list keeps the laws`() {
        checkLaws(stream: 812, trees: false)
    }

    @Test func `Whatever happens to the parts of trees, the list keeps the laws`() {
        checkLaws(stream: 813, trees: true)
    }

    private func checkLaws(stream: UInt64, trees: Bool) {
        var random = SeededGenerator(stream: stream)
        var steps = 0
        var folds = 0
        var deepest = 0
        while steps < SeededGenerator.steps ?? Self.steps {
            var run = Run(trees: trees, using: &random)
            for _ in 0..<Int.random(in: 1...120, using: &random) where run.wrong == nil {
                run.step(using: &random)
                deepest = max(deepest, run.list.visible.map(\.depth).max() ?? 0)
            }
            steps += run.log.count
            folds += run.folds
            if let wrong = run.wrong {
                Issue.record(
                    "seed \(SeededGenerator.seed): \(wrong)\nparents \(run.model.parents)\n\(run.log.suffix(60).joined(separator: "\n"))"
                )
                return
            }
        }
        #expect(trees ? deepest == 3 : deepest == 0)
        #expect(trees ? folds > steps / 1000 : folds == 0)
    }

    private struct Run {
        var list: ListMachine<Int>
        var model: ListModel
        var now = 0
        var wrong: String?
        var log: [String] = []
        /// How often rows were folded.
        var folds = 0

        init(trees: Bool, using random: inout SeededGenerator) {
            let grace = [0, 3, 10].randomElement(using: &random) ?? 0
            let stay = [0, 4, 7].randomElement(using: &random) ?? 0
            list = ListMachine(graceTime: .milliseconds(grace), minimumShowTime: .milliseconds(stay))
            list.resize(to: Int.random(in: 0...6, using: &random))
            var parents: [Int?] = []
            var depths: [Int] = []
            for task in 0..<([3, 12].randomElement(using: &random) ?? 12) {
                let parent = trees && Int.random(in: 0..<4, using: &random) > 0 ? (0..<task).randomElement(using: &random) : nil
                let depth = parent.map { depths[$0] + 1 } ?? 0
                parents.append(depth < 4 ? parent : nil)
                depths.append(depth < 4 ? depth : 0)
            }
            model = ListModel(parents: parents, grace: grace, stay: stay)
        }

        private func instant(_ time: Int) -> HUDInstant { HUDInstant.zero.advanced(by: .milliseconds(time)) }

        mutating func step(using random: inout SeededGenerator) {
            let task = Int.random(in: model.parents.indices, using: &random)
            let parent = model.parents[task]
            let call = Int.random(in: 0..<16, using: &random)
            // The last ones have no time.
            let time = now + (call > 10 ? 0 : [0, 0, 1, 2, 5].randomElement(using: &random) ?? 0)
            var events: [RowEvent<Int>] = []
            var expected: [String] = []
            let offset = list.offset
            let selected = list.selected
            let first = list.visible.first?.task
            model.selectedIndex = selected.flatMap { model.rows.firstIndex(of: $0) }
            switch call {
            case 0:
                note("add \(task)", time)
                expected = pass(to: time, includesNow: false)
                model.add(task, at: time)
                events = list.add(task, in: parent, at: instant(time))
            case 1...4:
                note("start \(task)", time)
                expected = pass(to: time, includesNow: false)
                expected += model.start(task, at: time)
                events = list.start(task, in: parent, at: instant(time))
            case 5:
                note("pause \(task)", time)
                expected = pass(to: time, includesNow: false)
                model.pause(task, at: time)
                events = list.pause(task, at: instant(time))
            case 6:
                note("resume \(task)", time)
                expected = pass(to: time, includesNow: false)
                model.resume(task, at: time)
                events = list.resume(task, at: instant(time))
            case 7...9:
                let ending = [RowTaskState.finished, .failed, .cancelled].randomElement(using: &random) ?? .finished
                note("end \(task) \(ending)", time)
                expected = pass(to: time, includesNow: false)
                expected += model.end(task, ending, at: time)
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
                model.presented(model.rows.dropFirst(offset).prefix(list.height), at: now)
                list.presented(at: instant(now))
            case 12:
                let height = Int.random(in: 0...6, using: &random)
                note("resize \(height)", now)
                list.resize(to: height)
                if list.selected != selected { fail("a resize changed the selection") }
            case 13 where model.selectedIndex != nil:
                let folds = Bool.random(using: &random)
                note(folds ? "fold" : "unfold", now)
                expected = folds ? model.fold(at: now) : model.unfold(at: now)
                events = list.move(folds ? .fold : .unfold, at: instant(now))
                if folds, !events.isEmpty { self.folds += 1 }
            default:
                let moves = [
                    RowMove.rows(1), .rows(-1), .rows(1), .rows(-1), .rows(4), .pages(1), .pages(-1), .toStart, .toEnd,
                    .rows(.min),
                    .pages(.max)
                ]
                let move = moves.randomElement(using: &random) ?? .toEnd
                note("\(move)", now)
                events = list.move(move, at: instant(now))
                checkMove(move, from: selected, offset: offset)
            }
            now = max(now, time)
            let seen = events.map { "\($0.kind) \($0.task) in \($0.place) at \($0.time.milliseconds)" }
            if seen != expected { fail("events \(seen), expected \(expected)") }
            check()
            guard call <= 10 || call == 13 && selected != nil else { return }
            if list.selected != model.selectedIndex.map({ model.rows[$0] }) {
                fail("selected is \(String(describing: list.selected))")
            }
            // What the window shows stays where it is, unless the list has become too short for it, or the selected row is kept in it.
            let (hasNew, hasOld) = (events.contains { $0.kind == .appear }, events.contains { $0.kind == .disappear })
            guard call <= 10, !hasNew || !hasOld && list.visible.last?.task != list.selected else { return }
            if let first, model.rows.contains(first), list.offset + list.height < model.rows.count,
                list.visible.first?.task != first
            {
                fail("\(first) is no longer the first row of the window")
            }
        }

        private mutating func pass(to time: Int, includesNow: Bool) -> [String] {
            model.pass(from: now, to: time, includesNow: includesNow)
        }

        private mutating func note(_ text: String, _ time: Int) { log.append("\(time): \(text)") }
        private mutating func fail(_ text: String) { if wrong == nil { wrong = text } }

        // MARK: The laws

        private mutating func check() {
            let visible = list.visible.map(\.task)
            let rows = model.rows
            if list.count != rows.count { return fail("\(list.count) rows, expected \(rows)") }
            if list.offset < 0 || list.offset > max(0, rows.count - list.height) { return fail("offset \(list.offset)") }
            if visible != Array(rows.dropFirst(list.offset).prefix(list.height)) { return fail("\(visible) of \(rows)") }
            if Set(visible).count != visible.count { return fail("a row twice in \(visible)") }
            if let selected = list.selected {
                if !rows.contains(selected) { return fail("\(selected) is selected and has no row") }
                if list.height > 0, !visible.contains(selected) { return fail("\(selected) is not in \(visible)") }
            }
            for row in list.visible {
                guard model.tasks[row.task]?.state == row.state else { return fail("\(row.task) is \(row.state)") }
                guard row.depth == model.depth(row.task), row.isFolded == model.folded.contains(row.task) else {
                    return fail("\(row.task) is in depth \(row.depth)\(row.isFolded ? ", folded" : "")")
                }
            }
            // Each row is directly below that of the task that it is a part of, or below another part of it.
            var path: [Int] = []
            for row in rows {
                path.removeLast(max(0, path.count - model.depth(row)))
                guard path.count == model.depth(row), path.last == model.parents[row] else { return fail("\(row) in \(rows)") }
                path.append(row)
            }
            let top = rows.count { model.parents[$0] == nil }
            if list.counts != model.counts { return fail("counts \(list.counts), expected \(model.counts)") }
            if list.rest.total + top != model.counts.total { return fail("\(list.rest) and \(top) rows of \(model.counts)") }
            if Set(list.tasks.keys) != Set(model.tasks.keys) {
                return fail("knows \(list.tasks.keys), expected \(model.tasks.keys)")
            }
            let failed = model.tasks.values.count { $0.state == .failed }
            if list.failedCount != failed { return fail("\(list.failedCount) have failed, expected \(failed)") }
        }

        /// The selection is where the move says, and the window has moved no further than that takes.
        private mutating func checkMove(_ move: RowMove, from selected: Int?, offset: Int) {
            let rows = model.rows
            guard let first = rows.first, let last = rows.last else { return }
            guard let new = list.selected else { return fail("nothing is selected") }
            let window = rows.dropFirst(offset).prefix(max(1, list.height))
            func index(_ task: Int) -> Int { rows.firstIndex(of: task) ?? -1 }
            var expected = first
            switch move {
            case .toStart: break
            case .toEnd: expected = last
            case .rows(let step), .pages(let step):
                var count = step
                if case .pages = move { count = max(-100, min(100, step)) * max(1, list.height - 1) }
                count = max(-100, min(100, count))
                let edge = (step < 0 ? window.last : window.first) ?? first
                var from = selected
                if case .pages = move { from = selected ?? edge }
                expected = from.map { rows[max(0, min(rows.count - 1, index($0) + count))] } ?? edge
            case .fold, .unfold: return fail("\(move) is no move")
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

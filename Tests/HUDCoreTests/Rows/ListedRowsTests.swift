import Synchronization
import Testing

@testable import HUDCore

/// The rows of a HUD whose renderer shows a list.
@Suite struct ListedRowsTests {
    /// A screen of so many rows.
    private final class ListScreen: HUDRenderer {
        private let state = Mutex((frames: [HUDSnapshot](), rows: Int?.some(5), moves: [RowMove]()))

        var frames: [HUDSnapshot] { state.withLock { $0.frames } }
        var listsRows: Bool { true }
        /// Nil: rows are at the cursor of a window of 6 rows.
        var listScreenRows: Int? {
            get { state.withLock { $0.rows } }
            set { state.withLock { $0.rows = newValue } }
        }
        var display: HUDDisplay {
            HUDDisplay(.screen, parts: listScreenRows.map { .list(screenHeight: $0) } ?? .rows(windowHeight: 6))
        }

        func press(_ move: RowMove) { state.withLock { $0.moves.append(move) } }

        func takeRowMoves() -> [RowMove] {
            state.withLock { state in
                defer { state.moves = [] }
                return state.moves
            }
        }

        func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
            state.withLock { $0.frames.append(snapshot) }
            return .distantPast
        }

        func remove(_ snapshot: HUDSnapshot) {}
        func log(_ text: String) {}
    }

    private let clock = ManualClock()
    private let screen = ListScreen()
    private let hud: HUD

    init() {
        hud = HUD(label: "Jobs", timing: .still, preferredFramesPerSecond: 10, renderer: screen, clock: clock)
        hud.rows = .halfOfWindow(graceTime: .milliseconds(500), minimumShowTime: .milliseconds(300))
        hud.show()
    }

    private func frame(at seconds: Double) throws -> HUDSnapshot {
        clock.advance(to: at(seconds))
        return try #require(screen.frames.last)
    }

    private func labels(_ snapshot: HUDSnapshot) -> [String] { snapshot.rows.compactMap { $0?.label } }

    @Test func `A list has all parts that run, and a frame those that the screen has room for`() throws {
        let parts = (0..<40).map { hud.work.part("\($0)") }
        #expect(try frame(at: 0.4).rows.isEmpty)
        #expect(try frame(at: 0.4).rowWindow == HUDRowWindow(first: 0, count: 0))
        var last = try frame(at: 0.5)
        #expect(labels(last) == ["0", "1", "2"])
        #expect(last.rowWindow == HUDRowWindow(first: 0, count: 40))
        #expect(last.unlisted.total == 0)
        screen.press(.pages(1))
        screen.press(.rows(3))
        last = try frame(at: 0.6)
        #expect(labels(last) == ["3", "4", "5"])
        #expect(hud.selectedPart === parts[5])
        #expect(last.rows.map { $0?.isSelected } == [false, false, true])
        hud.moveRowSelection(.toEnd)
        #expect(labels(try frame(at: 0.7)) == ["37", "38", "39"])
        hud.moveRowSelection(.rows(-1))
        #expect(hud.selectedPart === parts[38])
        // A row stays for a second, and what is below it moves up.
        parts[38].finish()
        #expect(labels(try frame(at: 0.7)) == ["37", "38", "39"])
        #expect(labels(try frame(at: 1.7)) == ["36", "37", "39"])
        #expect(hud.selectedPart === parts[39])
        #expect(try frame(at: 1.7).unlisted == RowTaskCounts(finished: 1))
    }

    @Test func `A job that joined late has its own age, and its grace time counts from its beginning`() throws {
        let part = hud.work.subprogress(assigningCount: 1, label: "old").enqueue()
        let other = hud.work.part("new")
        clock.advance(to: 0.2)
        part.begin(ago: .seconds(60))
        let last = try frame(at: 0.5)
        #expect(labels(last) == ["old", "new"])
        #expect(last.rows.map { $0?.elapsed } == [.milliseconds(60_300), .milliseconds(500)])
        withExtendedLifetime((part, other)) {}
    }

    @Test func `Parts of parts are in the list below their part, which names them while they are folded`() throws {
        let part = hud.work.part("a")
        let inner = part.part("b")
        let other = hud.work.part("c")
        var last = try frame(at: 1)
        #expect(labels(last) == ["a", "b", "c"])
        #expect(last.rows.map { $0?.depth } == [0, 1, 0])
        #expect(last.rows.map { $0?.detailsLabel } == ["", "", ""])
        #expect(last.unlisted.total == 0)
        hud.moveRowSelection(.toStart)
        hud.moveRowSelection(.unfold)
        #expect(hud.selectedPart === inner)
        hud.moveRowSelection(.fold)
        #expect(hud.selectedPart === part)
        screen.press(.fold)
        last = try frame(at: 1.1)
        #expect(labels(last) == ["a", "c"])
        #expect(last.rows.map { $0?.detailsLabel } == ["b", ""])
        #expect(last.rows.map { $0?.isFolded } == [true, false])
        #expect(hud.selectedPart === part)
        screen.press(.unfold)
        #expect(labels(try frame(at: 1.2)) == ["a", "b", "c"])
        // It folds when it ends.
        part.finish()
        #expect(labels(try frame(at: 2)) == ["a", "c"])
        #expect(labels(try frame(at: 2.2)) == ["c"])
        #expect(hud.selectedPart === other)
        withExtendedLifetime((inner, other)) {}
    }

    @Test func `Without other levels, a list has the parts of the work itself`() throws {
        hud.rows.levels = 1
        let part = hud.work.part("a")
        let inner = part.part("b")
        let last = try frame(at: 1)
        #expect(labels(last) == ["a"])
        #expect(last.rows.first??.detailsLabel == "b")
        #expect(last.unlisted.total == 0)
        withExtendedLifetime((part, inner)) {}
    }

    @Test func `Without a full screen, the list is in the rows at the cursor`() throws {
        let parts = (0..<9).map { hud.work.part("\($0)") }
        screen.listScreenRows = nil
        #expect(labels(try frame(at: 1)) == ["0", "1", "2"])
        hud.hide()
        clock.advance(to: 2)
        withExtendedLifetime(parts) {}
    }
}

import Synchronization
import Testing

@testable import HUDCore

/// The rows of a HUD's parts, in its snapshots. The HUD draws ten frames a second.
@Suite struct HUDRowsTests {
    private let stage = Stage()
    private var hud: HUD { stage.hud }

    private func frame(at seconds: Double) throws -> HUDSnapshot {
        stage.go(to: seconds)
        return try #require(stage.recorder.frames.last)
    }

    private func labels(_ snapshot: HUDSnapshot) -> [String?] { snapshot.rows.map { $0?.label } }

    private func start(_ label: String, _ count: Int = 1) -> ProgressNode {
        hud.work.part(label, assigning: count, total: 4)
    }

    @Test func `Without rows, parts are details`() throws {
        hud.show()
        let part = start("a")
        let last = try frame(at: 1)
        #expect(last.rows.isEmpty)
        #expect(last.detailsLabel == "a")
        withExtendedLifetime(part) {}
    }

    @Test func `A part has a row when its grace time is over, with its own progress and time`() throws {
        hud.rows = .upTo(4)
        hud.work.totalCount = 10
        hud.show()
        stage.go(to: 1)
        let part = start("a")
        part.complete()
        #expect(try frame(at: 1.4).rows.isEmpty)
        #expect(try frame(at: 1.4).unlisted.running == 1)
        let last = try frame(at: 1.5)
        #expect(labels(last) == ["a"])
        #expect(last.rows[0]?.progress.fraction == 0.25)
        #expect(last.rows[0]?.elapsed == .milliseconds(500))
        #expect(last.rows[0]?.state == .running)
        #expect(last.detailsLabel == "")
        #expect(last.unlisted == RowTaskCounts(waiting: 9))
    }

    @Test func `A part that ends within its grace time only counts`() throws {
        hud.rows = .upTo(4)
        hud.work.totalCount = 10
        hud.show()
        start("a").finish()
        start("b").fail("status 1")
        let last = try frame(at: 9)
        #expect(last.unlisted == RowTaskCounts(waiting: 8, finished: 1, failed: 1))
        #expect(last.rows.isEmpty)
    }

    @Test func `A row stays for a second, as finished`() throws {
        hud.rows = .upTo(4)
        hud.show()
        let part = start("a")
        stage.go(to: 0.55)
        part.finish()
        #expect(try frame(at: 0.7).rows[0]?.state == .finished)
        #expect(try frame(at: 0.7).rows[0]?.progress.fraction == 1)
        #expect(try frame(at: 1.5).rows.count { $0 != nil } == 1)
        #expect(try frame(at: 1.6).rows == [nil])
    }

    @Test func `Rows begin when the HUD is on screen, at once for parts that are older than their grace time`() throws {
        let stage = Stage(grace: 2)
        stage.hud.rows = .upTo(4)
        stage.hud.show()
        let part = stage.hud.work.part("a")
        stage.go(to: 2)
        #expect(stage.recorder.frames.first?.rows.map { $0?.label } == ["a"])
        part.finish()
        stage.go(to: 2.2)
        #expect(stage.recorder.frames.last?.rows.map { $0?.label } == ["a"])
        stage.go(to: 3)
        #expect(stage.recorder.frames.last?.rows == [nil])
    }

    @Test func `Parts that had started before rows were set have rows, and ended ones don't`() throws {
        hud.show()
        let parts = [start("a"), start("b")]
        parts[0].finish()
        stage.go(to: 1)
        hud.rows = .upTo(4)
        #expect(labels(try frame(at: 1.6)) == ["b"])
        hud.rows = .none
        #expect(try frame(at: 1.7).rows.isEmpty)
        #expect(try frame(at: 1.7).detailsLabel == "b")
        withExtendedLifetime(parts) {}
    }

    @Test func `The labels of a part's own running parts are its details`() throws {
        hud.rows = .upTo(4)
        hud.rows.levels = 1
        hud.show()
        let part = start("a")
        let inner = ["x", "y", "z", "w"].map { part.subprogress(assigningCount: 1, label: $0).start() }
        let last = try frame(at: 1)
        #expect(last.rows[0]?.detailsLabel == "x, y, z, 1 more")
        inner[1].finish()
        #expect(try frame(at: 1.1).rows[0]?.detailsLabel == "x, z, w")
        withExtendedLifetime((part, inner)) {}
    }

    @Test func `A part that only stands for a source shows the source's own counts`() throws {
        hud.rows = .upTo(4)
        hud.show()
        let part = hud.work.part("a", total: 1)
        let bytes = ProgressNode(totalCount: 4_000, unit: .bytes)
        part.adopt(bytes, assigningCount: 1)
        bytes.complete(count: 1_000)
        let shown = try #require(try frame(at: 1).rows[0]?.progress)
        #expect(shown == ProgressSample(completedUnitCount: 1_000, totalUnitCount: 4_000, unit: .bytes))
        part.finish()
        #expect(try frame(at: 1.1).rows.count == 1)
    }

    private struct Share: ProgressSource {
        func sample() -> ProgressSample { ProgressSample(fraction: 0.4) }
    }

    @Test func `A part that has only stood for a source has no count when it has ended`() throws {
        hud.rows = .upTo(4)
        hud.show()
        let parts = ["a", "b"].map { hud.work.subprogress(assigningCount: 1, label: $0).start(totalCount: 1) }
        for part in parts { part.adopt(Share(), assigningCount: 1) }
        _ = try frame(at: 1)
        parts[0].fail("status 1")
        parts[1].finish()
        let rows = try frame(at: 1.1).rows
        #expect(rows.map { $0?.progress.completedUnitCount } == [nil, nil])
        #expect(rows.map { $0?.progress.fraction } == [0.4, 1])
    }

    @Test func `Units that a source has are not waiting`() throws {
        hud.rows = .upTo(4)
        hud.work.totalCount = 3
        hud.show()
        let part = start("a")
        hud.work.adopt(Share(), assigningCount: 1)
        #expect(try frame(at: 1).unlisted.waiting == 1)
        withExtendedLifetime(part) {}
    }

    @Test func `A paused part stands still`() throws {
        hud.rows = .upTo(4)
        hud.show()
        let part = start("a")
        stage.go(to: 1)
        part.pause()
        #expect(try frame(at: 5).rows[0]?.state == .paused)
        #expect(try frame(at: 5).rows[0]?.elapsed == .seconds(1))
        part.resume()
        #expect(try frame(at: 6).rows[0]?.elapsed == .seconds(2))
    }

    @Test func `Rows that come and go are reported, each at its own time`() {
        let events = Mutex<[RowEvent<String>]>([])
        hud.rows = .upTo(1)
        hud.onRowEvent = { event in events.withLock { $0.append(event) } }
        hud.show()
        let part = start("a")
        stage.go(to: 0.55)
        part.finish()
        let other = start("b")
        stage.go(to: 2)
        hud.hide(animated: false)
        #expect(
            events.withLock { $0 } == [
                RowEvent(kind: .appear, task: "a", place: 0, time: at(0.5)),
                RowEvent(kind: .disappear, task: "a", place: 0, time: at(1.05)),
                RowEvent(kind: .appear, task: "b", place: 0, time: at(1.05)),
                RowEvent(kind: .disappear, task: "b", place: 0, time: at(2))
            ])
        hud.onRowEvent = nil
        withExtendedLifetime(other) {}
    }

    @Test func `A row can be selected, and its part found`() throws {
        hud.rows = .upTo(4)
        hud.show()
        let parts = [start("a"), start("b")]
        stage.go(to: 1)
        #expect(hud.selectedPart == nil)
        hud.moveRowSelection(.rows(1))
        hud.moveRowSelection(.rows(1))
        #expect(hud.selectedPart === parts[1])
        #expect(try frame(at: 1.1).rows.map { $0?.isSelected } == [false, true])
        parts[1].finish()
        #expect(try frame(at: 2.2).rows.map { $0?.isSelected } == [true, nil])
        #expect(hud.selectedPart === parts[0])
        withExtendedLifetime(parts) {}
    }

    @Test func `When the HUD comes back, its rows are new`() throws {
        hud.rows = .upTo(4)
        hud.show()
        let parts = [start("a"), start("b")]
        stage.go(to: 1)
        parts[0].finish()
        #expect(labels(try frame(at: 1.1)) == ["a", "b"])
        hud.hide(animated: false)
        stage.go(to: 2)
        hud.show()
        #expect(labels(try frame(at: 2.1)) == ["b"])
        withExtendedLifetime(parts) {}
    }

    @Test func `A source that replaces the work brings its own rows`() throws {
        hud.rows = .upTo(4)
        hud.show()
        let part = start("a")
        let other = ProgressNode(totalCount: 1)
        let otherPart = other.part("b")
        hud.progressSource = other
        #expect(labels(try frame(at: 1)) == ["b"])
        withExtendedLifetime((part, otherPart)) {}
    }

    @Test func `Shares of more than a unit leave no count of parts to come`() throws {
        hud.rows = .upTo(4)
        hud.work.totalCount = 10
        hud.show()
        let parts = [start("a", 7)]
        #expect(try frame(at: 1).unlisted.waiting == 0)
        withExtendedLifetime(parts) {}
    }

    @Test func `Nothing of a HUD or of its parts stays in memory`() {
        weak var node: ProgressNode?
        weak var workRows: WorkRows?
        do {
            let stage = Stage()
            stage.hud.rows = .upTo(4)
            stage.hud.show()
            let part = stage.hud.work.part("a")
            let failed = stage.hud.work.part("b")
            failed.retryHandler = { _ in }
            failed.fail("no")
            stage.go(to: 1)
            node = part
            workRows = stage.hud.storage.workRows
            #expect(workRows != nil)
            stage.hud.hide(animated: false)
            stage.go(to: 2)
        }
        #expect(node == nil)
        #expect(workRows == nil)
    }
}

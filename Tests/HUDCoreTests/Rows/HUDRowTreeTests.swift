import Testing

@testable import HUDCore

/// The rows of trees, in the snapshots of a HUD. The HUD draws ten frames a second.
@Suite struct HUDRowTreeTests {
    private let stage = Stage()
    private var hud: HUD { stage.hud }

    private func frame(at seconds: Double) throws -> HUDSnapshot {
        stage.go(to: seconds)
        return try #require(stage.recorder.frames.last)
    }

    private func labels(_ snapshot: HUDSnapshot) -> [String] {
        snapshot.rows.map { $0.map { String(repeating: ".", count: $0.depth) + $0.label } ?? "" }
    }

    private func start(_ label: String, in parent: ProgressNode, total: Int? = nil) -> ProgressNode {
        parent.part(label, total: total)
    }

    @Test func `A branch has the sum of its parts, and they have rows below it`() throws {
        hud.rows = .upTo(8)
        hud.work.totalCount = 2
        hud.show()
        let a = start("a", in: hud.work, total: 4)
        let b = start("b", in: hud.work, total: 2)
        let a1 = start("a1", in: a, total: 10)
        let a11 = start("a11", in: a1, total: 10)
        a11.complete(count: 5)
        a1.complete(count: 2)
        let last = try frame(at: 0.5)
        #expect(labels(last) == ["a", ".a1", "..a11", "b"])
        #expect(last.rows.map { $0?.progress.fraction } == [0.0625, 0.25, 0.5, 0])
        #expect(last.progress.fraction == 0.03125)
        #expect(last.rows.map { $0?.detailsLabel } == ["", "", "", ""])
        #expect(last.unlisted == RowTaskCounts())
        a1.finish()
        #expect(labels(try frame(at: 0.7)) == ["a", ".a1", "..a11", "b"])
        #expect(try frame(at: 0.7).rows.map { $0?.state } == [.running, .finished, .finished, .running])
        // The rows of its parts go with it.
        #expect(labels(try frame(at: 0.8)) == ["a", ".a1", "b", ""])
        #expect(labels(try frame(at: 1.6)) == ["a", "b", "", ""])
        #expect(try frame(at: 1.6).progress.fraction == 0.125)
        withExtendedLifetime((a, b, a1, a11)) {}
    }

    @Test func `Parts without a row are in their branch's details and in the count`() throws {
        hud.rows = .upTo(2)
        hud.show()
        let parts = ["a", "b"].map { start($0, in: hud.work) }
        let inner = ["a1", "a2", "a3"].map { start($0, in: parts[0]) }
        var last = try frame(at: 1)
        #expect(labels(last) == ["a", "b"])
        #expect(last.rows[0]?.detailsLabel == "a1, a2, a3")
        #expect(last.unlisted == RowTaskCounts(running: 3))
        parts[1].finish()
        inner[1].fail("no")
        last = try frame(at: 1.1)
        #expect(labels(last) == ["a", "b"])
        #expect(last.unlisted == RowTaskCounts(running: 2, failed: 1))
        last = try frame(at: 2)
        #expect(labels(last) == ["a", ".a1"])
        #expect(last.unlisted == RowTaskCounts(running: 1, finished: 1, failed: 1))
        withExtendedLifetime((parts, inner)) {}
    }

    @Test func `Rows begin with the parts of parts that there are`() throws {
        hud.show()
        let a = start("a", in: hud.work)
        let a1 = start("a1", in: a)
        let a11 = start("a11", in: a1)
        stage.go(to: 1)
        hud.rows = .upTo(4)
        #expect(labels(try frame(at: 1.6)) == ["a", ".a1", "..a11"])
        hud.rows.levels = 2
        #expect(labels(try frame(at: 2.6)) == ["a", ".a1"])
        #expect(try frame(at: 2.6).rows[1]?.detailsLabel == "a11")
        hud.rows.levels = 0
        #expect(labels(try frame(at: 3.6)) == ["a"])
        withExtendedLifetime(a11) {}
    }

    @Test func `A part of a part that fails and is tried again keeps its row`() throws {
        hud.rows = .upTo(4)
        hud.show()
        let a = start("a", in: hud.work)
        let a1 = start("a1", in: a)
        a1.retryHandler = { _ in }
        stage.go(to: 1)
        a1.fail("no")
        #expect(try frame(at: 2).rows.map { $0?.state } == [.running, .failed(reason: "no")])
        hud.work.retry()
        #expect(try frame(at: 2.1).rows.map { $0?.state } == [.running, .running])
        a.cancel()
        #expect(a1.state == .cancelled)
        #expect(labels(try frame(at: 2.5)) == ["a", ""])
        #expect(labels(try frame(at: 3.1)) == ["", ""])
        #expect(try frame(at: 3.1).unlisted == RowTaskCounts(cancelled: 1))
        withExtendedLifetime(a1) {}
    }

    @Test func `The row of a part of a part can be selected`() throws {
        hud.rows = .upTo(4)
        hud.show()
        let a = start("a", in: hud.work)
        let a1 = start("a1", in: a)
        stage.go(to: 1)
        hud.moveRowSelection(.rows(1))
        hud.moveRowSelection(.rows(1))
        #expect(hud.selectedPart === a1)
        #expect(try frame(at: 1.1).rows.map { $0?.isSelected } == [false, true])
        a1.finish()
        #expect(try frame(at: 2.2).rows.map { $0?.isSelected } == [true, nil])
        withExtendedLifetime((a, a1)) {}
    }

    @Test func `Nothing of a tree stays in memory when its branch has ended`() throws {
        hud.rows = .upTo(4)
        hud.show()
        weak var inner: ProgressNode?
        do {
            let a = start("a", in: hud.work)
            let a1 = start("a1", in: a)
            inner = a1
            stage.go(to: 1)
            a.finish()
        }
        stage.go(to: 2)
        #expect(inner == nil)
        #expect(hud.storage.workRows?.counts == RowTaskCounts(finished: 1))
    }
}

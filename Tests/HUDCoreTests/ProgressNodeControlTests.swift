import SeededRandom
import Synchronization
import Testing

@testable import HUDCore

/// Waiting, pausing, cancelling and retrying the parts of a tree.
@Suite struct ProgressNodeControlTests {
    /// What handlers were called, in order.
    private final class Calls: Sendable {
        private let list = Mutex<[String]>([])
        var all: [String] { list.withLock { $0 } }
        func note(_ call: String) { list.withLock { $0.append(call) } }
    }

    private let root = ProgressNode(totalCount: 3)
    private let calls = Calls()

    private func part(_ label: String) -> ProgressNode {
        let node = root.subprogress(assigningCount: 1, label: label).start(totalCount: 10)
        node.pausingHandler = { [calls] in calls.note("pause \(label)") }
        node.resumingHandler = { [calls] in calls.note("resume \(label)") }
        node.cancellationHandler = { [calls] in calls.note("cancel \(label)") }
        return node
    }

    @Test func `A part that is enqueued waits until it begins`() {
        let part = root.subprogress(assigningCount: 1, label: "a").enqueue(totalCount: 10)
        #expect(part.state == .waiting)
        #expect(root.children.first === part)
        part.pause()
        part.resume()
        #expect(part.state == .waiting)
        part.begin()
        #expect(part.state == .running)
        part.begin()
        #expect(part.state == .running)
        part.finish()
        part.begin()
        #expect(part.state == .finished)
    }

    @Test func `Pausing and resuming one calls its handlers, once each`() {
        let part = part("a")
        part.pause()
        part.pause()
        #expect(part.state == .paused)
        part.resume()
        part.resume()
        #expect(part.state == .running)
        #expect(calls.all == ["pause a", "resume a"])
    }

    @Test func `Pausing, resuming and cancelling the root act on all`() {
        let parts = [part("a"), part("b")]
        parts[1].finish()
        root.pause()
        #expect(root.state == .paused)
        root.resume()
        root.cancel()
        #expect(parts.map(\.state) == [.cancelled, .finished])
        #expect(calls.all == ["pause a", "resume a", "cancel a"])
    }

    @Test func `A cancellation handler that comes late is called at once`() {
        let part = root.subprogress(assigningCount: 1).start()
        part.cancel()
        part.cancellationHandler = { [calls] in calls.note("late") }
        #expect(calls.all == ["late"])
        part.cancel()
        part.cancellationHandler = { [calls] in calls.note("later") }
        part.cancellationHandler = nil
        #expect(calls.all == ["late", "later"])
    }

    @Test func `A part that is tried again can be cancelled again`() {
        let part = part("a")
        part.cancel()
        part.retry()
        #expect(calls.all == ["cancel a"])
        part.cancel()
        #expect(calls.all == ["cancel a", "cancel a"])
        part.retry()
        part.fail("status 1")
        part.retry()
        part.finish()
        #expect(calls.all == ["cancel a", "cancel a"])
    }

    @Test func `Work that was paused runs when it is other work, without a call of the handlers`() {
        let part = part("a")
        part.pause()
        part.restart()
        #expect(part.state == .running)
        part.pause()
        #expect(calls.all == ["pause a", "pause a"])
    }

    @Test(arguments: [false, true])
    func `A part that starts below cancelled work is cancelled, and one below work that has ended otherwise runs`(waits: Bool) {
        for end in [{ $0.cancel() }, { $0.finish() }, { $0.fail("reason") }] as [(ProgressNode) -> Void] {
            let root = ProgressNode(totalCount: 2)
            let share = root.subprogress(assigningCount: 1, label: "late")
            end(root)
            let part = waits ? share.enqueue() : share.start()
            let below = part.subprogress(assigningCount: 1).start()
            #expect(part.state == (root.state == .cancelled ? .cancelled : waits ? .waiting : .running))
            #expect(below.state == (root.state == .cancelled ? .cancelled : .running))
        }
    }

    @Test func `A node that failed counts from zero when it is tried again`() throws {
        let part = part("a")
        part.retryHandler = { [calls] node in calls.note("retry \(node.label) \(node.completedCount) \(node.state)") }
        part.complete(count: 4)
        part.fail("status 1")
        #expect(root.completedCount == 0)
        #expect(root.fractionCompleted == 0.4 / 3)
        part.retry()
        #expect(calls.all == ["retry a 0 running"])
        #expect(root.completedCount == 0)
        #expect(root.fractionCompleted == 0)
        #expect(root.children.first === part)
        part.complete(count: 10)
        #expect(root.fractionCompleted == 1.0 / 3)
        part.finish()
        #expect(root.completedCount == 1)
    }

    @Test func `A share from before a failure does not count when the node is tried again`() {
        for unstarted in [true, false] {
            let work = ProgressNode(totalCount: 10)
            let old = work.subprogress(assigningCount: 5)
            work.fail("status 1")
            work.retry()
            let new = work.subprogress(assigningCount: 3)
            if unstarted { _ = consume old } else { old.start().finish() }
            #expect(work.completedCount == (unstarted ? 0 : 5))
            _ = consume new
            #expect(work.completedCount == (unstarted ? 3 : 8))
        }
    }

    @Test func `A share counts that is not started after a count was set`() {
        let share = root.subprogress(assigningCount: 2)
        root.completedCount = 1
        _ = consume share
        #expect(root.completedCount == 3)
    }

    @Test func `A node that is tried again has no running units`() {
        let part = part("a")
        part.runningCount = 2
        part.fail("status 1")
        #expect(part.runningCount == 2)
        part.retry()
        #expect(part.runningCount == nil)
    }

    @Test func `A part whose node is gone can be tried again from its parent`() {
        let kept = Mutex<ProgressNode?>(nil)
        do {
            let part = part("a")
            part.retryHandler = { node in kept.withLock { $0 = node } }
            part.fail("status 1")
        }
        #expect(root.completedCount == 0)
        #expect(root.tally.failures.failed == 1)
        root.retry()
        #expect(root.tally.failures.failed == 0)
        #expect(root.completedCount == 0)
        let again = kept.withLock { $0 }
        #expect(again?.label == "a")
        #expect(again?.state == .running)
        again?.finish()
        root.retry()
        #expect(root.completedCount == 1)
    }

    @Test func `Without a handler a part is tried again only if it is asked itself`() {
        let part = part("a")
        part.complete(count: 4)
        part.fail("status 1")
        root.retry()
        #expect(part.state == .failed(reason: "status 1"))
        #expect(root.completedCount == 0)
        part.retry()
        #expect(part.state == .running && part.completedCount == 0 && root.tally.failures.failed == 0)
        part.finish()
        #expect(root.completedCount == 1)
        part.retry()
        #expect(part.state == .finished)
    }

    @Test func `A handler may release the node and call back`() {
        let part = part("a")
        part.cancellationHandler = { [root] in
            root.complete()
            root.pause()
        }
        part.cancel()
        #expect(root.state == .paused)
        #expect(root.completedCount == 2)
    }

    @Test func `Failures that are tried again until they succeed add up to one`() {
        var random = SeededGenerator(stream: 81)
        for run in 0..<200 {
            let count = random.int(1...12)
            let root = ProgressNode(totalCount: count)
            let running = Mutex<[ProgressNode]>([])
            for index in 0..<count {
                let part = root.subprogress(assigningCount: 1, label: "\(index)").start(totalCount: 5)
                part.retryHandler = { node in running.withLock { $0.append(node) } }
                running.withLock { $0.append(part) }
            }
            while root.completedCount < count || !root.children.isEmpty {
                if let part = running.withLock({ $0.popLast() }) {
                    part.complete(count: random.int(0...5))
                    if random.once(in: 3) { part.fail("no") } else { part.finish() }
                } else {
                    root.retry()
                }
                if random.bool() { root.retry() }
                #expect(root.completedCount + root.children.count <= count, "seed \(SeededGenerator.seed), run \(run)")
            }
            #expect(root.fractionCompleted == 1)
        }
    }

    @Test func `A part that could not run again when the work was retried does when it is retried once more`() {
        let part = part("a")
        part.retryHandler = { _ in }
        part.fail("status 1")
        part.retryHandler = nil
        root.retry()
        #expect(part.state.isFailure)
        part.retryHandler = { [calls] _ in calls.note("retry a") }
        root.retry()
        root.retry()
        #expect(part.state == .running && calls.all == ["retry a"])
    }
}

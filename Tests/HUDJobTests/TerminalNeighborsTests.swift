#if os(Linux)
import CTerminalSupport
import HUDLibc
import Synchronization
import Testing

@testable import HUDJob

@Suite final class TerminalNeighborsTests {
    /// The ends of a pseudo-terminal.
    private let ends: (Int32, Int32)

    init() throws {
        var ends: (Int32, Int32) = (-1, -1)
        try #require(hud_open_pseudo_terminal(-1, &ends.0, &ends.1) == 0)
        self.ends = ends
    }

    deinit {
        close(ends.0)
        close(ends.1)
    }

    /// Waits as a job's loop does. A process that another test is starting has the claim of one that has gone until it executes its program.
    private func lookUntilAlone(_ neighbors: TerminalNeighbors) {
        for _ in 0..<100 where !neighbors.isAlone {
            _ = neighbors.look()
            var loop = EventLoop<Bool>()
            for descriptor in neighbors.descriptors { loop.watch(descriptor, as: true) }
            loop.wake(after: .milliseconds(100))
            if !neighbors.isAlone { _ = loop.wait() }
        }
    }

    @Test func `The first one knows of the others, and one of them follows it`() throws {
        var first: TerminalNeighbors? = TerminalNeighbors(on: ends.1)
        #expect(first?.isLater == false && first?.isAlone == true && first?.look() == [])
        var second: TerminalNeighbors? = TerminalNeighbors(on: ends.1)
        #expect(second?.isLater == true && second?.isAlone == false)
        let newcomers = first?.look() ?? []
        #expect(newcomers.count == 1 && first?.isAlone == false)
        first?.answer(newcomers[0])
        #expect(second?.look() == [] && second?.isAlone == false)
        let third = TerminalNeighbors(on: ends.1)
        #expect(first?.look().count == 1)
        second = nil
        #expect(first?.look() == [] && first?.isAlone == false)
        first = nil
        // The third one takes the claim, so a newcomer finds it.
        lookUntilAlone(third)
        #expect(third.isLater && third.isAlone)
        #expect(TerminalNeighbors(on: ends.1).isLater)
    }

    @Test func `One that stops leaves the claim to others, and waits for them when it goes on`() {
        let stopped = TerminalNeighbors(on: ends.1)
        stopped.leave()
        #expect(stopped.descriptors == [])
        var other: TerminalNeighbors? = TerminalNeighbors(on: ends.1)
        #expect(other?.isLater == false)
        stopped.join()
        #expect(!stopped.isAlone)
        #expect(other?.look().count == 1 && other?.isAlone == false)
        other = nil
        lookUntilAlone(stopped)
        #expect(stopped.isAlone && !stopped.isLater)
    }

    @Test func `A newcomer waits for a first one that is asked by too many at once`() throws {
        let terminal = ends.1
        let first = TerminalNeighbors(on: terminal)
        var others: [Int32] = []
        while case let other = hud_join_terminal(hud_claim_name(terminal)), other >= 0 { others.append(other) }
        defer { for descriptor in others { close(descriptor) } }
        #expect(errno == EAGAIN && others.count > 1)
        let isLater = Mutex<Bool?>(nil)
        JobThread.start {
            let newcomer = TerminalNeighbors(on: terminal)
            isLater.withLock { $0 = newcomer.isLater }
        }
        for _ in 0..<2000 where isLater.withLock({ $0 == nil }) {
            _ = poll(nil, 0, 5)
            _ = first.look()
        }
        #expect(isLater.withLock { $0 } == true)
    }

    @Test func `The programs of a pipeline have the last rows one after another`() {
        var first: TerminalNeighbors? = TerminalNeighbors(on: ends.1, onLastRows: true)
        let second = TerminalNeighbors(on: ends.1, onLastRows: true)
        #expect(second.isLater && !second.isAlone && second.nextLook == .distantPast)
        #expect(first?.look().count == 1 && first?.isAlone == true, "it keeps the rows")
        #expect(!TerminalNeighbors(on: ends.1).isLater, "others on the terminal are not concerned")
        first = nil
        lookUntilAlone(second)
        #expect(second.isAlone)
    }

    @Test func `Only the first claim on a terminal may draw`() {
        let first = TerminalClaim(on: ends.1)
        #expect(first.canDraw)
        let second = TerminalClaim(on: ends.1)
        #expect(!second.canDraw)
        // The terminal of another window.
        var others: (Int32, Int32) = (-1, -1)
        #expect(hud_open_pseudo_terminal(-1, &others.0, &others.1) == 0)
        #expect(TerminalClaim(on: others.1).canDraw)
        close(others.0)
        close(others.1)
    }
}
#endif

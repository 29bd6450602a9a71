import HUDCore
import HUDLibc
import HUDTesting
import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// A terminal that accepts no output: held by ^S, or with a dead connection.
@Suite struct StuckTerminalTests {
    private let entry = StackedLayout.Entry.text()

    private func replay() -> RegionReplay { RegionReplay(columns: 40, rows: 8) }

    /// Suspends output as ^S does, or resumes it.
    private func hold(_ replay: RegionReplay, _ isHeld: Bool) {
        tcflow(replay.pseudoTerminal.descriptor, isHeld ? TCOOFF : TCOON)
    }

    /// The rows of the screen when everything that was pending has arrived.
    private func rows(_ replay: inout RegionReplay) -> [String] {
        hold(replay, false)
        let begin = ContinuousClock.now
        while replay.region.state.withLock({ replay.region.hasPendingWork($0) }), begin.duration(to: .now) < .seconds(10) {
            usleep(5000)
        }
        replay.settle()
        return replay.allRows
    }

    /// The time that the calls take together.
    private func time(_ body: () -> Void) -> Duration { ContinuousClock().measure(body) }

    @Test func `Calls do not wait for a stuck terminal, and everything arrives in order`() {
        var replay = replay()
        replay.log("before")
        replay.add(entry)
        hold(replay, true)
        let region = replay.region
        let id = RegionMember(replay.members[0].id)
        let elapsed = time {
            for number in 0..<50 {
                region.log("line \(number)")
                region.render(.text(number), of: id)
            }
            region.remove(id)
        }
        // Only the first call waits, for at most 0.1 s.
        #expect(elapsed < .seconds(2))
        #expect(rows(&replay) == ["before"] + (0..<50).map { "line \($0)" })
        #expect(replay.terminal.isCursorVisible)
    }

    @Test func `When the terminal resumes, only the latest frame is drawn`() {
        var replay = replay()
        replay.add(entry)
        hold(replay, true)
        let region = replay.region
        let id = RegionMember(replay.members[0].id)
        #expect(time { for second in 1...200 { region.render(.text(second), of: id) } } < .seconds(2))
        #expect(rows(&replay) == ["HUD 3:20"])
    }

    @Test func `A stuck terminal does not stop the HUD of another terminal`() {
        var (stuck, other) = (replay(), replay())
        stuck.add(entry)
        hold(stuck, true)
        let region = stuck.region
        #expect(time { region.log(String(repeating: "long ", count: 100_000)) } < .seconds(2))
        other.add(.text(7))
        #expect(other.terminal.allRows == ["HUD 0:07"])
        #expect(rows(&stuck).last?.hasPrefix("long") == true)
        stuck.render(0, entry)
        #expect(stuck.terminal.allRows.last == "HUD 0:00")
    }

    @Test func `Rows that a stop could not erase are erased when the terminal resumes`() {
        var replay = replay()
        replay.add(entry)
        hold(replay, true)
        let region = replay.region
        #expect(time { region.suspend() } < .seconds(2))
        #expect(rows(&replay) == [])
        #expect(replay.terminal.isCursorVisible)
        replay.resume()
        replay.render(0, entry)
        #expect(replay.allRows == ["HUD 0:00"])
    }

    @Test func `A summary line is not lost`() {
        var replay = replay()
        replay.add(entry)
        hold(replay, true)
        let region = replay.region
        region.remove(RegionMember(replay.members[0].id)) { columns in
            var grid = CellGrid(columns: columns, rows: 1)
            grid.write("done", row: 0, column: 0)
            return grid
        }
        #expect(rows(&replay) == ["done"])
    }

    @Test func `Output arrives whole at a slow reader`() {
        var replay = replay()
        replay.add(entry)
        let lines = (0..<900).map { "line \($0) of a text that fills buffers" }
        replay.region.log(lines.joined(separator: "\n"))
        #expect(rows(&replay) == lines + ["HUD 0:00"])
    }
}

/// The descriptor to which a region writes.
@Suite struct RegionDescriptorTests {
    @Test func `A descriptor that is closed and used again for a file gets no escape sequences`() {
        _ = PseudoTerminal.isXterm
        let terminal = PseudoTerminal(columns: 30, rows: 5)
        let first = InlineRenderer(fileDescriptor: terminal.descriptor)
        let second = dup(terminal.descriptor)
        let other = InlineRenderer(fileDescriptor: second)
        #expect(first.region === other.region)
        first.draw(HUDSnapshot(mode: .text, label: "first"))
        _ = terminal.newBytes()
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        // The number of the first descriptor now belongs to a pipe.
        dup2(ends[1], terminal.descriptor)
        first.remove(HUDSnapshot())
        other.draw(HUDSnapshot(mode: .text, label: "second"))
        other.remove(HUDSnapshot())
        var waiting = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 0) == 0)
        for descriptor in [ends[0], ends[1], second] { close(descriptor) }
        terminal.close()
    }

    @Test func `Every descriptor of a terminal has one identity, and another terminal has another`() {
        let (one, two) = (PseudoTerminal(columns: 30, rows: 5), PseudoTerminal(columns: 30, rows: 5))
        let copy = dup(one.descriptor)
        #expect(TerminalIdentity(of: one.descriptor) == TerminalIdentity(of: copy))
        let writer = TerminalWriter(one.descriptor)
        #expect(TerminalIdentity(of: one.descriptor) == TerminalIdentity(of: writer.descriptor))
        #expect(TerminalIdentity(of: one.descriptor) != TerminalIdentity(of: two.descriptor))
        close(copy)
        one.close()
        two.close()
    }

    @Test func `Sessions and regions of one terminal have one writer`() {
        let terminal = PseudoTerminal(columns: 30, rows: 5)
        let copy = dup(terminal.descriptor)
        let writer = TerminalWriter.shared(terminal.descriptor)
        #expect(TerminalWriter.shared(copy) === writer)
        #expect(InlineRegion(descriptor: copy, capabilities: nil, options: .init()).writer === writer)
        close(copy)
        terminal.close()
    }

    @Test func `The writer's descriptor does not block, is closed on exec, and leaves the program's as it is`() {
        let terminal = PseudoTerminal(columns: 30, rows: 5)
        let writer = TerminalWriter(terminal.descriptor)
        #expect(writer.descriptor != terminal.descriptor)
        #expect(fcntl(writer.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(writer.descriptor, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(terminal.descriptor, F_GETFL) & O_NONBLOCK == 0)
        terminal.close()
    }
}

import Testing

@testable import HUDJob

/// Unfinished lines of jobs that have the keyboard.
@Suite struct JournalQuestionTests {
    /// A job that has printed a line and asks.
    private func asking() -> SimulatedJournal {
        var group = SimulatedJournal(.kept, asks: true)
        group.append("first\nQ? ", to: 0)
        group.showLine(of: 0)
        #expect(group.output() == "Q? ")
        return group
    }

    @Test func `A question is printed before what is kept, and the answer is behind it`() {
        var group = SimulatedJournal(.kept, .kept, asks: true)
        group.append("first\nQ? ", to: 0)
        group.showLine(of: 0)
        #expect(group.output() == "Q? ")
        group.append("x", to: 0)
        group.append("y\nlast\n", to: 0)
        #expect(group.output() == "xy\n")
        group.append("again? ", to: 0)
        group.showLine(of: 0)
        group.finish(0)
        #expect(group.output() == "again? \nfirst\nlast\n")
    }

    @Test(arguments: ["y\nlast\n", "y"])
    func `The answer is above the line that says that the job has failed`(answer: String) {
        var group = asking()
        group.append(answer, to: 0)
        group.finish(0, head: "failed\n")
        #expect(group.output() == "Q? y\nfailed\nfirst\n\(answer.dropFirst(2))".dropFirst(3))
    }

    @Test func `If kept output is dropped before the answer to its question is printed, the answer alone is printed`() {
        var group = asking()
        group.append("y\nlast\n", to: 0)
        group.drop(0)
        #expect(group.output() == "y\n")
        group.append("late\n", to: 0)
        #expect(group.output() == "" && !group.machine.isBusy)
    }

    @Test(arguments: [
        (JournalMachine.Mode.kept, "Q? ", "y\n", "kept\n"), (.live, "Q? ", "y\n", "live\n"),
        (.lines, "0: Q? ", "y\n", "0: more\n"),
        (.dropped, "Q? ", "y\n", "")
    ])
    func `A HUD makes room for a question before it is printed, until the line has ended`(
        mode: JournalMachine.Mode, question: String, answer: String, rest: String
    ) {
        var group = SimulatedJournal(mode, asks: true)
        group.append("Q? ", to: 0)
        #expect(group.output() == (mode == .live ? question : ""))
        #expect(group.answers.isEmpty)
        group.showLine(of: 0)
        #expect(group.wakesThread() == true)
        #expect(group.next() == .makeRoom(true))
        #expect(group.output() == (mode == .live ? "" : question))
        #expect(group.next() == nil)
        #expect(group.answers.isEmpty)
        group.append(answer, to: 0)
        #expect(group.output() == answer)
        #expect(group.answers == [.makeRoom(false)])
        group.append(mode == .live ? "live\n" : mode == .lines ? "more\n" : "kept\n", to: 0)
        #expect(group.output() == (mode == .kept ? "" : rest))
        group.finish(0)
        #expect(group.output() == (mode == .kept ? rest : ""))
        #expect(group.answers.filter { $0 == .makeRoom(true) } == [])
    }

    @Test(arguments: [false, true])
    func `If the job ends or its output is dropped while it asks, the HUD comes back`(isDropped: Bool) {
        var group = SimulatedJournal(.kept, asks: true)
        group.append("Q? ", to: 0)
        group.showLine(of: 0)
        #expect(group.output() == "Q? ")
        #expect(group.answers == [.makeRoom(true)])
        if isDropped { group.drop(0) } else { group.finish(0) }
        #expect(group.wakesThread() == true)
        #expect(group.output() == "")
        #expect(group.answers.contains(.makeRoom(false)))
    }

    @Test func `Of dropped output an unfinished line alone can be shown, and none of a run that is over`() {
        var group = SimulatedJournal(.dropped, .dropped, asks: true)
        group.append("a\nb\nQ? ", to: 0)
        group.append(String(repeating: "x", count: 200_000), to: 1)
        #expect(group.machine.outputs[group.outputs[1]]!.channels[0].store.count <= JournalStore.longestLine)
        group.drop(1)
        group.append("late", to: 1)
        group.showLine(of: 1)
        #expect(group.output() == "")
        group.showLine(of: 0)
        #expect(group.output() == "Q? ")
        group.append("y", to: 0)
        group.finish(0)
        #expect(group.output() == "y")
        group.append("unfinished", to: 0)
        group.machine.endLines(of: group.outputs[0])
        for output in group.outputs { group.machine.close(output) }
        #expect(group.output() == "")
        #expect(group.machine.outputs.isEmpty)
    }
}

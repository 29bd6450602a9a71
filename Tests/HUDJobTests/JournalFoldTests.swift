import Testing

@testable import HUDJob

/// The folds around the output of jobs in the logs of a build service.
@Suite struct JournalFoldTests {
    @Test func `A fold is around the output of a job that was kept, on lines of its own and below the head`() {
        var group = SimulatedJournal(.kept, .kept, .kept, .live)
        for (job, text) in ["one\ntwo", "three", "four\n", "five"].enumerated() { group.append(text, to: job) }
        #expect(group.output() == "five")
        for job in [3, 0, 1, 2] { group.finish(job, head: job == 1 ? "✗\n" : "", isFolded: true) }
        #expect(group.output() == "\n<\none\ntwo\n>\n✗\n<\nthree\n>\n<\nfour\n>\n")
    }

    @Test func `A job without output has no fold`() {
        var group = SimulatedJournal(.kept, .dropped)
        group.append("dropped", to: 1)
        for job in 0..<2 { group.finish(job, isFolded: true) }
        #expect(group.output() == "" && group.answers.filter { $0 != .resetModes } == [.printed(0), .printed(1)])
    }

    @Test func `Nothing is printed in the middle of a fold, also while output of its job is on its way to the file`() {
        var group = SimulatedJournal(.kept, .kept, .wholeLines)
        let text = (0..<30_000).map { "\($0)\n" }.joined()
        group.append(text, to: 0)
        group.append("other\n", to: 1)
        group.finish(0, isFolded: true)
        group.run(2)
        group.append("line\n", to: 2)
        group.finish(1, isFolded: true)
        let write = Array(repeating: UInt8(ascii: "x"), count: 100_000).withUnsafeBytes {
            group.machine.append($0, from: .output, to: group.outputs[0])
        }.write
        #expect(write != nil)
        group.run()
        #expect(!String(decoding: group.printed, as: UTF8.self).contains("line"))
        if let write {
            group.writeToFile(write)
            _ = group.machine.endStoring(write, of: group.outputs[0], 0, isStored: true)
        }
        let output = group.output()
        #expect(output.hasPrefix("<\n" + text + ">\n") && output.contains("<\nother\n>\n") && output.contains("line\n"))
    }
}

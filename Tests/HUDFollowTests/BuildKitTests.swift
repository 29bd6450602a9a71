import HUDCore
import Testing

@testable import HUDFollow

/// Builds whose steps are groups of vertices, and what steps print.
@Suite struct BuildKitTests {
    private func feed(_ machine: inout StreamMachine, _ lines: String...) {
        Array(lines.map { $0 + "\n" }.joined().utf8).withUnsafeBytes { machine.receive($0, at: .zero) }
    }

    private func machine() -> StreamMachine { StreamMachine(format: .buildKit, at: .zero) }

    /// A line about a vertex that runs from one second to another.
    private func vertex(_ name: String, from start: Int, to end: Int? = nil, _ error: String = "", group: String? = "g")
        -> String
    {
        let group = group.map { #","progressGroup":{"id":"\#($0)","name":"\#($0)"}"# } ?? ""
        let over = end.map { #","completed":"2026-03-01T10:00:0\#($0)Z""# } ?? ""
        let error = error.isEmpty ? "" : #","error":"\#(error)""#
        let times = #""started":"2026-03-01T10:00:0\#(start)Z"\#(over)"#
        return #"{"vertexes":[{"digest":"\#(name)","name":"\#(name)",\#(times)\#(error)\#(group)}]}"#
    }

    @Test(arguments: ["context canceled", "", "exit code: 2"])
    func `A group fails with the first of its vertices that has failed`(last: String) {
        var machine = machine()
        feed(&machine, vertex("a", from: 1), vertex("b", from: 1), vertex("c", from: 1))
        feed(&machine, vertex("c", from: 1, to: 2, "context canceled"))
        feed(&machine, vertex("a", from: 1, to: 2, "exit code: 1"), vertex("b", from: 1, to: 3, last))
        #expect(machine.takeChanges().tasks.map(\.work.state) == [.failed(reason: "exit code: 1")])
        machine.end("the stream ended", at: .zero)
        #expect(machine.state == .over(.failed(reason: "1 of 1 failed")))
    }

    @Test func `A group of which a vertex was cancelled is cancelled, and succeeds if that runs again and succeeds`() {
        var machine = machine()
        feed(&machine, vertex("a", from: 1), vertex("b", from: 1))
        feed(&machine, vertex("a", from: 1, to: 2, "context canceled"), vertex("b", from: 1, to: 3))
        #expect(machine.takeChanges().tasks.map(\.work.state) == [.cancelled])
        feed(&machine, vertex("a", from: 4), vertex("a", from: 4, to: 5))
        #expect(machine.takeChanges().tasks.map(\.work.state) == [.finished])
        #expect(machine.tasks.counts.total == 1)
    }

    @Test func `A group ends with its last vertex, whichever that is, and runs once until then`() {
        var machine = machine()
        feed(&machine, vertex("a", from: 1), vertex("b", from: 2))
        let attempt = machine.takeChanges().tasks.first?.work.run.attempt
        feed(&machine, vertex("c", from: 3), vertex("b", from: 2, to: 4), vertex("c", from: 3, to: 5))
        #expect(!machine.canBeOver)
        feed(&machine, vertex("a", from: 1, to: 6))
        let task = machine.takeChanges().tasks.first?.work
        #expect((task?.state, task?.run.attempt, task?.run.elapsed) == (.finished, attempt, .seconds(5)))
        #expect(machine.canBeOver)
    }

    @Test func `A group begins again with each vertex that begins after its end, and not with a line that is repeated`() {
        var machine = machine()
        feed(&machine, vertex("a", from: 1), vertex("a", from: 1, to: 2))
        #expect(machine.takeChanges().tasks.count == 1)
        feed(&machine, vertex("a", from: 1), vertex("a", from: 1, to: 2))
        #expect(machine.takeChanges().tasks.isEmpty && machine.canBeOver)
        // At the same time as the first one.
        feed(&machine, vertex("b", from: 1, to: 1, "exit code: 1"))
        #expect(machine.takeChanges().tasks.map(\.work.state) == [.failed(reason: "exit code: 1")])
        #expect(machine.tasks.counts.total == 1)
    }

    @Test func `A command whose build is complete is not run again, and one that dies within a step is`() {
        for isComplete in [true, false] {
            var machine = FollowMachine()
            machine.members.append(.init(self.machine(), reconnects: true))
            let line = vertex("a", from: 1, to: isComplete ? 2 : nil, group: nil) + "\n"
            Array(line.utf8).withUnsafeBytes { machine.members[0].receive($0, at: .zero) }
            machine.members[0].drain(.init(reason: "the command ended"), at: .zero)
            machine.members[0].endOutput(at: .zero)
            #expect(machine.isOver == isComplete && machine.result == .init(succeeded: isComplete ? 1 : 0))
        }
    }

    @Test(arguments: [true, false])
    func `A build whose file is read later took as long as its lines say`(isComplete: Bool) {
        var machine = machine()
        feed(&machine, vertex("a", from: 1, to: 2), vertex("b", from: 2, to: isComplete ? 8 : nil))
        machine.end("the file ends", at: .zero.advanced(by: .seconds(100)))
        #expect(machine.work.run.elapsed == (isComplete ? .seconds(7) : nil))
        #expect(machine.state == (isComplete ? .over(.succeeded) : .lost(reason: "the file ends")))
    }

    // MARK: What steps print

    private func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let three = bytes[start...].prefix(3)
            let bits = three.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - three.count))
            for place in 0..<4 { text.append(place <= three.count ? digits[bits >> (18 - 6 * place) & 63] : "=") }
        }
        return text
    }

    private func log(_ text: [UInt8], of vertex: String = "a", stream: Int = 1) -> String {
        let data = base64(text)
        return #"{"logs":[{"vertex":"\#(vertex)","stream":\#(stream),"data":"\#(data)","timestamp":"2026-03-01T10:00:01Z"}]}"#
    }

    private func log(_ text: String, of vertex: String = "a", stream: Int = 1) -> String {
        log(Array(text.utf8), of: vertex, stream: stream)
    }

    @Test func `All lines of a long record are printed, and each is cut for itself`() {
        var machine = machine()
        let lines = (1...200).map { "line \($0) of the compiler's output" } + ["error: the last line"]
        feed(&machine, log(lines.joined(separator: "\n") + "\n"))
        #expect(machine.takeChanges().prints.map(\.text) == lines)
        let long = String(repeating: "x", count: StreamEvent.longestText - 1)
        feed(&machine, log(long + "\u{E9}y\n\nz\r\n"))
        #expect(machine.takeChanges().prints.map(\.text) == [long, "", "z"])
    }

    @Test func `However output is cut into records, its lines are printed whole`() {
        let text = Array("one\n\ntw\u{F6}\r\n10%\r20%\rthree\n".utf8)
        for size in 1...text.count {
            var machine = machine()
            feed(&machine, vertex("a", from: 1))
            var rest = text[...]
            while !rest.isEmpty {
                feed(&machine, log(Array(rest.prefix(size))), log("e", stream: 2), log("f", of: "b"))
                rest = rest.dropFirst(size)
            }
            let prints = machine.takeChanges().prints
            #expect(prints.map(\.text) == ["one", "", "tw\u{F6}", "10%", "20%", "three"], "\(size)")
            feed(&machine, vertex("a", from: 1, to: 2))
            let count = (text.count + size - 1) / size
            #expect(machine.takeChanges().prints.map(\.text) == [String(repeating: "e", count: count)])
            machine.disconnect(at: .zero)
            #expect(machine.takeChanges().prints.map(\.text) == [String(repeating: "f", count: count)])
        }
    }

    @Test func `The last output of a vertex that ends in the same line is printed`() {
        var machine = machine()
        feed(&machine, "\(vertex("a", from: 1, to: 2).dropLast()),\(log("without an end").dropFirst())")
        #expect(machine.takeChanges().prints.map(\.text) == ["without an end"])
    }

    @Test func `Lines that never end are bounded in length and number`() {
        var machine = machine()
        for _ in 0..<3 { feed(&machine, log(String(repeating: "\u{E9}", count: 4000))) }
        #expect(machine.takeChanges().prints == [])
        for vertex in 0..<1500 { feed(&machine, log("x", of: "v\(vertex)")) }
        #expect(machine.takeChanges().prints.count == 501, "those for which there is no room are printed at once")
        machine.disconnect(at: .zero)
        let texts = machine.takeChanges().prints.map(\.text)
        #expect(texts.count == 1000 && texts.contains(String(repeating: "\u{E9}", count: StreamEvent.longestText / 2)))
    }
}

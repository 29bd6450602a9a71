import HUDTesting
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

@Suite struct OutboxTests {
    private enum Input: CaseIterable {
        case text, newline, halfSequence, keptHalf, restOfSequence, stick, release, log
    }

    /// An outbox and the tracker of its terminal, and the model: a tracker that follows everything at once, whatever waits.
    private struct Run {
        var outbox = Outbox()
        var output = OutputTracker(window: WindowSize(columns: 20, rows: 5))
        var held: [UInt8] = []
        var model = OutputTracker(window: WindowSize(columns: 20, rows: 5))
        var endsLine = true
        var cancels = false
        var inputs: [Input] = []

        mutating func take(_ input: Input) {
            inputs.append(input)
            switch input {
            case .text: print("ab")
            case .newline: print("\r\n")
            case .halfSequence: print("\u{1B}[3")
            case .keptHalf: print("\u{1B}[3", keeps: true)
            case .restOfSequence: print("1mc")
            case .stick: outbox.isStuck = true
            case .release:
                outbox.isStuck = false
                _ = outbox.takeKept(into: &output)
                held.withUnsafeBytes { output.feed($0) }
                held = []
                outbox.held = nil
            case .log: if outbox.add(Array("log\r\n".utf8), after: output) { flush() }
            }
        }

        /// Prints as the region does: lines that wait come as soon as they can.
        private mutating func print(_ text: String, keeps: Bool = false) {
            let bytes = Array(text.utf8)
            let place = bytes.withUnsafeBytes { outbox.placeForLines(in: $0, after: output) }
            put(Array(bytes[..<(place ?? 0)]))
            if place != nil { flush() }
            put(Array(bytes[(place ?? 0)...]), keeps: keeps)
        }

        private mutating func flush() {
            cancels = cancels || model.isInSequence
            put(outbox.takeLines(after: output, .xterm))
        }

        private mutating func put(_ bytes: [UInt8], keeps: Bool = false) {
            guard let last = bytes.last else { return }
            outbox.note(last)
            bytes.withUnsafeBytes { model.feed($0) }
            endsLine = last == 0x0A
            if outbox.isStuck || outbox.held != nil {
                held += bytes
                bytes.withUnsafeBytes { outbox.hold($0, TerminalFacts(window: output.window), after: output) }
            } else {
                _ = outbox.takeKept(into: &output)
                if keeps { outbox.kept = bytes } else { bytes.withUnsafeBytes { output.feed($0) } }
            }
        }

        /// What is wrong.
        var complaint: String? {
            let stream = outbox.stream(after: output)
            if stream.isInSequence != model.isInSequence || stream.column != model.column || stream.style != model.style {
                return "follows other output"
            }
            let startsLine = endsLine || model.isAtLineStart
            if outbox.isAtLineStart(after: output) != startsLine { return "is wrong about the start of a line" }
            let isEmpty = outbox.kept.isEmpty && held.isEmpty && outbox.lines.isEmpty
            if outbox.isEmpty != isEmpty { return "is wrong about being empty" }
            if cancels { return "cancels a sequence that it could wait for" }
            guard !outbox.lines.isEmpty else { return nil }
            if !model.isInSequence { return "lets lines wait for nothing" }
            var outbox = outbox
            let lines = outbox.takeLines(after: output, .xterm)
            if !lines.reversed().starts(with: self.outbox.lines.reversed()) { return "changes lines" }
            var start = model
            lines.dropLast(self.outbox.lines.count).withUnsafeBytes { start.feed($0) }
            return start.isInSequence || start.column != 0 && !startsLine ? "writes lines into other output" : nil
        }

        /// What is wrong after some order of so many more inputs.
        func complaint(after depth: Int) -> String? {
            if let complaint { return "\(complaint) after \(inputs)" }
            guard depth > 0 else { return nil }
            for input in Input.allCases {
                var next = self
                next.take(input)
                if let complaint = next.complaint(after: depth - 1) { return complaint }
            }
            return nil
        }
    }

    @Test func `Whatever waits, the outbox follows all that was printed, and log lines are whole lines`() {
        #expect(Run().complaint(after: 5) == nil)
    }

    @Test func `A style that was lost comes with the next output that a sequence can precede, once`() {
        var (outbox, output) = (Outbox(), OutputTracker(window: WindowSize(columns: 20, rows: 5)))
        func feed(_ text: String) { Array(text.utf8).withUnsafeBytes { output.feed($0) } }
        feed("\u{1B}[31m")
        #expect(outbox.takeStyle(of: output) == nil)
        outbox.isStyleLost = true
        feed("\u{1B}[")
        #expect(outbox.takeStyle(of: output) == nil)
        feed("1m")
        outbox.kept = Array("\u{1B}[".utf8)
        #expect(outbox.takeStyle(of: output) == nil)
        outbox.kept = []
        #expect(outbox.takeStyle(of: output) == output.style.bytes)
        #expect(outbox.takeStyle(of: output) == nil)
    }

    @Test(arguments: ["abc\n", "abc"])
    func `A log line begins in the first column also where a line feed does not return the carriage`(output: String) {
        var machine = RegionMachine(
            capabilities: .xterm, options: .init(), output: OutputTracker(window: WindowSize(columns: 40, rows: 6)))
        var facts = TerminalFacts(window: WindowSize(columns: 40, rows: 6))
        facts.newlineReturns = false
        let actions =
            Array(output.utf8).withUnsafeBytes { machine.print($0, facts) } + machine.log(Array("line\r\n".utf8), facts)
        var terminal = InMemoryTerminal(columns: 40, rows: 6)
        for case .print(let bytes) in actions { terminal.feed(bytes) }
        #expect(terminal.screen.prefix(3) == ["abc", "line", ""])
    }

    @Test func `A line feed within a sequence does not divide it where new rows are colored`() {
        var run = RegionSimulation(columns: 20, rows: 6)
        run.print("1\n2\n3\n4\n5\n")
        run.add(.text(0, details: "more"))
        run.print("\u{1B}[44m\u{1B}[3\n1mred")
        #expect(run.terminal.screen.contains { $0.hasPrefix("red") })
        #expect(run.complaint == nil)
    }
}

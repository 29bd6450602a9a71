import HUDTerminal
import Testing

@testable import HUDJob

/// The output of jobs on its way to the terminal.
@Suite struct OutputBufferTests {
    private let screen = InlineRenderer(fileDescriptor: -1)

    private func buffer() -> OutputBuffer { OutputBuffer(.last(2), screen: screen, progress: nil) { _ in true } }

    private func print(_ line: String, into buffer: OutputBuffer) {
        Array((line + "\n").utf8).withUnsafeBytes { _ = buffer.passThrough($0) }
    }

    @Test func `The end of a job takes its own last lines off the HUD, and not those of another job`() {
        let (one, two) = (buffer(), buffer())
        print("one", into: one)
        print("two", into: two)
        #expect(screen.pane == ["two"])
        one.jobEnded(failed: false)
        one.clearPane()
        #expect(screen.pane == ["two"])
        two.jobEnded(failed: false)
        two.clearPane()
        #expect(screen.pane.isEmpty)
    }

    @Test func `Kept output that is printed takes the job's own last lines off the HUD, and not those of another job`() {
        let (one, two) = (buffer(), buffer())
        print("two", into: two)
        print("one", into: one)
        two.jobEnded(failed: true)
        #expect(screen.pane == ["one"])
        one.jobEnded(failed: true)
        #expect(screen.pane.isEmpty)
    }
}

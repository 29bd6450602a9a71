import HUDCore
import Synchronization
import Testing

@Suite struct LogStreamTests {
    private final class Log: HUDRenderer {
        let texts = Mutex<[String]>([])
        func draw(_ snapshot: HUDSnapshot) -> HUDInstant { .distantPast }
        func remove(_ snapshot: HUDSnapshot) {}
        func log(_ text: String) { texts.withLock { $0.append(text) } }
    }

    private func logged(_ texts: String..., flushes: Bool = false) -> [String] {
        let log = Log()
        var stream = HUD(renderer: log, clock: ManualClock()).logStream
        for text in texts { stream.write(text) }
        if flushes { stream.flush() }
        return log.texts.withLock { $0 }
    }

    @Test func `Printed text is logged line by line`() {
        let log = Log()
        var stream = HUD(renderer: log, clock: ManualClock()).logStream
        print("one", 2, to: &stream)
        print("three", terminator: "", to: &stream)
        #expect(log.texts.withLock { $0 } == ["one 2"])
        print(" and four", to: &stream)
        #expect(log.texts.withLock { $0 } == ["one 2", "three and four"])
    }

    @Test func `Lines written together are logged together`() {
        #expect(logged("one\ntwo\nthr", "ee\n") == ["one\ntwo", "three"])
        #expect(logged("one\r\ntwo\r\n") == ["one\r\ntwo"])
        #expect(logged("one\r", "\n") == ["one"])
    }

    @Test func `An empty line is logged as one line`() {
        #expect(logged("\n") == [""])
        #expect(logged("one\n\n\ntwo\n") == ["one\n\n\ntwo"])
        #expect(logged("one\n\n") == ["one", ""])
        #expect(logged("\r\n\r\n") == ["", ""])
        #expect(logged("\n\n\n") == ["", "", ""])
    }

    @Test func `An unfinished line is kept until it is flushed, or is very long`() {
        #expect(logged("one") == [])
        #expect(logged("one", flushes: true) == ["one"])
        #expect(logged("one\n", flushes: true) == ["one"])
        #expect(logged(String(repeating: "x", count: 70_000)).count == 1)
        #expect(logged("one\n" + String(repeating: "x", count: 70_000)).map(\.count) == [3, 70_000])
    }
}

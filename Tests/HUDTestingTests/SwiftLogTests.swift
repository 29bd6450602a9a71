// The log handler of the article "Use with other packages", as it is there, with a stub of swift-log's module.
import HUDTerminal
import HUDTesting
import Testing

/// Prints log messages above the HUD; without one, on standard error.
struct HUDLogHandler: LogHandler {
    /// Prints while there is no HUD, or one that was asked to hide and is still there.
    static let renderer = AutomaticRenderer()
    let label: String
    /// The HUD; nil for the one that was shown last.
    var hud: HUD?
    var logLevel = Logger.Level.info
    var metadata = Logger.Metadata()

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let values = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let details = values.map { " \($0.key)=\($0.value)" } + (event.error.map { [" error: \($0)"] } ?? [])
        let line = "\(event.level) \(label): \(event.message)\(details.joined())"
        if let hud = hud ?? .topmost { hud.log(line) } else { Self.renderer.log(line) }
    }
}

private struct NotFound: Error, CustomStringConvertible {
    let description = "not found"
}

@Suite struct SwiftLogTests {
    @Test func `Log messages appear above the HUD, with their metadata and error`() {
        let terminal = TestTerminal(columns: 60, rows: 10)
        withHUD("Packing", renderer: terminal.renderer, clock: terminal.clock) { hud in
            terminal.clock.advance(by: .milliseconds(500))
            var logger = Logger(HUDLogHandler(label: "pack", hud: hud))
            logger.handler[metadataKey: "job"] = "7"
            logger.log(.info, "packed \("notes.txt")")
            logger.log(.error, "skipped", error: NotFound(), metadata: ["file": "a.txt", "job": "8"])
            #expect(
                terminal.lines == [
                    "info pack: packed notes.txt job=7", "error pack: skipped file=a.txt job=8 error: not found", "⠋ Packing 0:00"
                ])
        }
        #expect(terminal.lines.count == 2)
    }

    @Test func `Loggers that share a handler do not share its level and metadata`() {
        let one = Logger(HUDLogHandler(label: "one"))
        var other = one
        other.handler.logLevel = .error
        other.handler[metadataKey: "only"] = "here"
        #expect(one.handler.logLevel == .info)
        #expect(one.handler[metadataKey: "only"] == nil)
    }
}

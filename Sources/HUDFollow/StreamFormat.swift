/// The formats of event streams that can be followed.
public enum JobStreamFormat: String, Sendable, CaseIterable {
    /// The events of ``HUDTerminal/JSONRenderer``, of `hud-demo --style json` and `hud-demo group --style json`.
    case hud
    /// BuildKit's `rawjson`, of `docker buildx build --progress=rawjson`.
    case buildKit = "buildkit"
    /// Swift Testing's event stream, of `swift test --event-stream-output-path`.
    case swiftTesting = "swift-testing"
}

/// Reads the lines of one stream as events.
struct StreamDecoder {
    /// How a line was read.
    enum Line: Equatable {
        /// It was understood; it may mean nothing to us.
        case understood
        /// It is not JSON, and does not try to be: what a program has printed between the events.
        case text
        /// It is broken, or of another format.
        case broken
    }

    /// The format; nil until a line has told.
    private(set) var format: JobStreamFormat?
    private var buildKit = BuildKitStream()
    private var swiftTesting = SwiftTestingStream()

    init(_ format: JobStreamFormat?) {
        self.format = format
    }

    /// Appends what a line says. A broken line says nothing.
    mutating func read(_ line: UnsafeRawBufferPointer, into events: inout [StreamEvent]) -> Line {
        guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return .understood }
        guard first == UInt8(ascii: "{") else { return .text }
        if let format { return read(line, as: format, into: &events) ? .understood : .broken }
        for format in JobStreamFormat.allCases where read(line, as: format, into: &events) {
            self.format = format
            return .understood
        }
        return .broken
    }

    private mutating func read(_ line: UnsafeRawBufferPointer, as format: JobStreamFormat, into events: inout [StreamEvent])
        -> Bool
    {
        let count = events.count
        let isUnderstood =
            switch format {
            case .hud: HUDStream.read(line, into: &events)
            case .buildKit: buildKit.read(line, isKnown: self.format != nil, into: &events)
            case .swiftTesting: swiftTesting.read(line, into: &events)
            }
        if !isUnderstood { events.removeLast(events.count - count) }
        return isUnderstood
    }
}

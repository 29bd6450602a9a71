/// Reads the lines of one stream as events.
struct StreamDecoder {
    /// How a line was read.
    enum Line: Equatable {
        /// It was understood; it may mean nothing to us.
        case understood
        /// It is not JSON, and does not try to be, or in a stream of ours it is no event of ours: what a program has printed between the events.
        case text
        /// It is broken, or of another format.
        case broken
    }

    /// How lines were read.
    struct Counts: Sendable, Equatable {
        /// Lines with an event, or something else that is well-formed.
        var understood = 0
        /// Lines that a program has printed.
        var text = 0
        /// Lines that were skipped.
        var broken = 0
    }

    private let chosen: JobStreamFormat?
    /// The format; nil until a line has told.
    private(set) var format: JobStreamFormat?
    /// The format that the stream had when it began again.
    private(set) var formatBefore: JobStreamFormat?
    private(set) var counts = Counts()
    /// What the last line that was understood says, or the end of the bytes.
    private(set) var events: [StreamEvent] = []
    private var buildKit = BuildKitStream()
    private var swiftTesting = SwiftTestingStream()

    /// - Parameter format: The format; nil: by the first line that is of one.
    init(_ format: JobStreamFormat?) {
        chosen = format
        self.format = format
    }

    /// The stream is read from its start again.
    mutating func beginAgain() {
        let (counts, before) = (counts, format ?? formatBefore)
        self = StreamDecoder(chosen)
        (self.counts, formatBefore) = (counts, before)
    }

    /// Takes the end of the bytes. The events are what was printed without an end of the line.
    mutating func finish() {
        events.removeAll(keepingCapacity: true)
        buildKit.finish(into: &events)
    }

    /// Reads a line; nil: one that is too long.
    mutating func read(_ line: UnsafeRawBufferPointer?) -> Line {
        events.removeAll(keepingCapacity: true)
        let result = line.map { kind(of: $0) } ?? .broken
        switch result {
        case .understood: counts.understood += 1
        case .text: counts.text += 1
        case .broken: counts.broken += 1
        }
        return result
    }

    private mutating func kind(of line: UnsafeRawBufferPointer) -> Line {
        guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return .understood }
        guard first == UInt8(ascii: "{") else { return readBehindText(line) ? .understood : .text }
        if let format {
            if read(line, as: format) { return .understood }
            // A job may print JSON of its own, or the bracket that another program's code begins with.
            if format != .hud || HUDStream.isOwn(line) { return .broken }
            return readBehindText(line) ? .understood : .text
        }
        for format in JobStreamFormat.allCases where read(line, as: format) {
            self.format = format
            return .understood
        }
        return .broken
    }

    /// Reads an event that follows the unfinished line of a job that writes to the same file. What stands before it was printed.
    private mutating func readBehindText(_ line: UnsafeRawBufferPointer) -> Bool {
        guard format ?? chosen ?? .hud == .hud, let start = HUDStream.startOfEvent(in: line),
            read(UnsafeRawBufferPointer(rebasing: line[start...]), as: .hud)
        else { return false }
        format = .hud
        events.insert(StreamEvent(.print(StreamEvent.text(line[..<start])), at: events.first?.time), at: 0)
        return true
    }

    private mutating func read(_ line: UnsafeRawBufferPointer, as format: JobStreamFormat) -> Bool {
        let isUnderstood =
            switch format {
            case .hud: HUDStream.read(line, into: &events)
            case .buildKit: buildKit.read(line, isKnown: self.format != nil, into: &events)
            case .swiftTesting: swiftTesting.read(line, into: &events)
            }
        if !isUnderstood { events.removeAll(keepingCapacity: true) }
        return isUnderstood
    }
}

import HUDLibc
import HUDTerminal

/// Output of one run of a job for one destination, in order: what was printed and can still be shown, and then what was not printed.
///
/// It is in four parts. Small outputs have the last one alone.
///
///     front (memory, is being printed) ── places (file) ── bytes on their way to the file ── memory
struct JournalStore: Sendable {
    /// A longer line is printed in pieces.
    static let longestLine = 65536
    /// Of the printed bytes that can be shown, the last ones are kept, at least so many and at most twice as many.
    static let leastShown = 256 << 10

    /// Bytes where they are.
    enum Part: Sendable, Equatable {
        case memory(ArraySlice<UInt8>)
        case file(Range<off_t>)

        var count: Int {
            switch self {
            case .memory(let bytes): bytes.count
            case .file(let place): place.count
            }
        }
    }

    private var front: ArraySlice<UInt8> = []
    private var places: ArraySlice<Range<off_t>> = []
    /// What is reserved behind the last place.
    private var room: Range<off_t> = 0..<0
    /// The number of bytes that are on their way to the file.
    private var storing = 0
    private var memory: [UInt8] = []
    /// The number of all bytes, of those that were printed, and of those before the unfinished line.
    private(set) var count = 0
    private(set) var printed = 0
    private var lines = 0
    private(set) var keepsPrinted: Bool
    /// Whether printed bytes were forgotten that could have been shown.
    private(set) var isCut = false

    init(keepsPrinted: Bool) {
        self.keepsPrinted = keepsPrinted
    }

    var isStoring: Bool { storing > 0 }
    var hasUnfinishedLine: Bool { count > lines }
    /// The number of bytes in complete lines that were not printed.
    var unprintedLines: Int { lines - printed }
    /// The number of bytes in memory.
    var inMemory: Int { front.count + memory.count }
    /// The number of bytes that can be read from the beginning.
    private var readable: Int { storing > 0 ? count - memory.count - storing : count }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if let end = bytes.lastIndex(of: .newline) { lines = count + end + 1 }
        memory += bytes
        count += bytes.count
        lines += (count - lines) / Self.longestLine * Self.longestLine
    }

    /// Lets the unfinished line count as complete.
    mutating func endLine() { lines = count }

    /// Takes the unfinished line out. It is empty if a part of it is in the file.
    mutating func takeLine() -> [UInt8] {
        guard count - lines <= memory.count else { return [] }
        let line = Array(memory.suffix(count - lines))
        memory.removeLast(line.count)
        count -= line.count
        return line
    }

    // MARK: The file

    /// Moves bytes from memory to the file.
    ///
    /// - Parameter keepsLine: Whether the unfinished line stays in memory.
    /// - Returns: What to write there; nil if there is nothing, or if bytes are on their way already.
    mutating func store(keepsLine: Bool, _ space: inout JournalSpace) -> JournalWrite? {
        let line = Array(memory.suffix(keepsLine ? count - lines : 0))
        guard storing == 0, memory.count > line.count else { return nil }
        memory.removeLast(line.count)
        defer { memory = line }
        storing = memory.count
        if room.count < storing {
            space.free(room)
            // A large output has few places.
            room = space.reserve(max(storing, min(Int(UnnamedFile.segment), readable)))
        }
        return JournalWrite(bytes: memory, place: room.lowerBound..<room.lowerBound + off_t(storing))
    }

    /// Notes that bytes are in the file, or that the file takes no more. Then they stay in memory, and printed bytes are kept no longer.
    mutating func endStoring(_ write: JournalWrite, isStored: Bool, _ space: inout JournalSpace) {
        storing = 0
        guard isStored else {
            memory = write.bytes + memory
            isCut = isCut || printed > 0
            keepsPrinted = false
            return forget(printed, &space)
        }
        room = write.place.upperBound..<room.upperBound
        if let last = places.last, last.upperBound == write.place.lowerBound {
            places[places.endIndex - 1] = last.lowerBound..<write.place.upperBound
        } else {
            places.append(write.place)
        }
    }

    // MARK: Reading

    /// All bytes.
    var parts: [Part] { parts(from: 0, readable) }

    /// Where the first of the next `limit` bytes are that were not printed; none if that is not known yet. They stay until ``take(_:_:)``.
    mutating func next(_ limit: Int) -> [Part] {
        if inMemory == count, front.isEmpty, !keepsPrinted {
            // More can come while these are printed.
            let rest = Array(memory[limit...])
            front = memory[..<limit]
            memory = rest
        }
        if !front.isEmpty { return [.memory(front.prefix(limit))] }
        let most = min(limit, Self.longestLine)
        // A line may go on in what is on its way to the file.
        return readable - printed < most ? [] : parts(from: printed, most)
    }

    private func parts(from start: Int, _ limit: Int) -> [Part] {
        var (skipped, rest) = (start, limit)
        var parts: [Part] = []
        /// Which of the next bytes are read.
        func part(of count: Int) -> Range<Int>? {
            let start = min(skipped, count)
            let end = min(count, start + rest)
            skipped -= start
            rest -= end - start
            return start < end ? start..<end : nil
        }
        if let range = part(of: front.count) { parts.append(.memory(front.dropFirst(range.lowerBound).prefix(range.count))) }
        for place in places {
            if rest == 0 { return parts }
            let start = place.lowerBound
            if let range = part(of: place.count) {
                parts.append(.file(start + off_t(range.lowerBound)..<start + off_t(range.upperBound)))
            }
        }
        if storing == 0, let range = part(of: memory.count) { parts.append(.memory(memory[range])) }
        return parts
    }

    /// Notes that bytes were printed, or will not be. If they can be shown, the last ones stay.
    mutating func take(_ most: Int, _ space: inout JournalSpace) {
        printed += min(most, count - printed)
        lines = max(lines, printed)
        if !keepsPrinted { return forget(printed, &space) }
        guard printed > 2 * Self.leastShown else { return }
        isCut = true
        forget(printed - Self.leastShown, &space)
    }

    /// Forgets everything but what is on its way to the file.
    mutating func clear(_ space: inout JournalSpace) {
        forget(readable, &space)
    }

    private mutating func forget(_ most: Int, _ space: inout JournalSpace) {
        var rest = min(most, readable)
        (count, printed, lines) = (count - rest, max(0, printed - rest), max(0, lines - rest))
        let first = min(rest, front.count)
        front = first == front.count ? [] : front.dropFirst(first)
        rest -= first
        while rest > 0, let place = places.first {
            let end = min(place.upperBound, place.lowerBound + off_t(rest))
            space.free(place.lowerBound..<end)
            rest -= Int(end - place.lowerBound)
            if end < place.upperBound { places[places.startIndex] = end..<place.upperBound } else { places.removeFirst() }
        }
        if rest > 0 { memory.removeFirst(rest) }
        if places.isEmpty, storing == 0 {
            space.free(room)
            room = 0..<0
        }
    }
}

/// Bytes that are written to the file of a journal.
struct JournalWrite: Sendable, Equatable {
    var bytes: [UInt8]
    var place: Range<off_t>
}

import HUDLibc

// The inputs and outputs of the machine.
extension JournalMachine {
    /// What becomes of output as it comes.
    enum Mode: Sendable, Equatable {
        case kept
        /// It is printed, as it is.
        case live
        /// Complete lines are printed, each after the job's name.
        case lines
        /// Complete lines are printed as they are, because the output can't be kept and other jobs print as well.
        case wholeLines
        /// The result of the job has been printed. Complete lines are printed, after the job's name if other jobs have printed since.
        case late
        /// It is dropped.
        case dropped

        var isFlowing: Bool {
            switch self {
            case .kept, .dropped: false
            case .live, .lines, .wholeLines, .late: true
            }
        }
    }

    /// What waits to be done.
    enum Task: Equatable {
        case print(Int)
        case finish(Int)
        case close(Int)
        /// Lines of the group itself. Each output in `behind` is printed up to this byte before them.
        case text([UInt8], behind: [Int: Int])

        var output: Int? {
            switch self {
            case .print(let output), .finish(let output), .close(let output): output
            case .text: nil
            }
        }
    }

    /// Where the printed output ends, at one destination.
    struct End: Sendable {
        /// The output whose unfinished line is at the end, and whether it may still go on with it; nil if the last line is complete.
        var line: (output: Int?, goesOn: Bool)?
        /// Whether nothing has followed that line for a while.
        var isQuiet = false
        var last = Last.nothing

        enum Last: Sendable, Equatable {
            case nothing
            case output(Int?)
            case namedLines
        }
    }

    /// What the thread must do.
    enum Action: Sendable, Equatable {
        case print(Piece)
        /// Makes room for a line that may be a question, or lets the HUD come back.
        case makeRoom(Bool)
        /// Resets the modes of the terminal that a job has left set, before the next job's output.
        case resetModes
        /// The output of a job has been printed.
        case printed(Int)
        /// Everything has been printed.
        case flushed
        case stop
    }

    /// What the caller must do after output of a job has arrived.
    struct Arrival: Sendable, Equatable {
        /// To be written to the file; ``JournalMachine/endStoring(_:of:_:isStored:)`` follows.
        var write: JournalWrite?
        var channel = 0
        /// Whether a line has begun and not ended that ``JournalMachine/showLine(of:)`` can print.
        var beginsLine = false
    }

    /// Output that is printed in one go; ``JournalMachine/hasPrinted(_:_:endsLine:)`` follows.
    struct Piece: Sendable, Equatable {
        /// The output that it is a part of; nil if it is a line of the group itself.
        var output: Int?
        var channel = 0
        var isUrgent = false
        /// Where it goes; standard output for both if they are one place.
        var destination: JobStream
        var parts: [JournalStore.Part]
        /// Whether a line feed comes first, because the last line is unfinished.
        var breaksLine = false
        /// Whether the modes and the style, which lines of another job may have set, are reset first.
        var resetsModes = false
        /// How much of it is printed.
        var cut = Cut.none
        /// What precedes each line.
        var name: [UInt8] = []
        /// Whether the last line gets an end.
        var endsLine = false
        /// Whether the job can go on with its unfinished line.
        var goesOn = false

        enum Cut: Sendable, Equatable {
            case none
            /// The rest of the line that the last piece has begun, because lines of other jobs wait for its end.
            case afterFirstLine
            /// Complete lines, or all if there are none.
            case afterLastLine
        }

        /// The number of bytes of its parts.
        var count: Int { parts.reduce(0) { $0 + $1.count } }

        /// The number of bytes to print now.
        func length(of bytes: UnsafeRawBufferPointer) -> Int {
            let end: Int? =
                switch cut {
                case .none: nil
                case .afterFirstLine: bytes.lineFeed
                case .afterLastLine: bytes.lastIndex(of: .newline)
                }
            return end.map { $0 + 1 } ?? bytes.count
        }

        /// Lines with the name before each, and before what overwrites a line after a carriage return.
        func named(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
            var lines: [UInt8] = []
            // With names before lines of 40 bytes: a longer array grows once.
            lines.reserveCapacity(bytes.count + (bytes.count / 40 + 1) * name.count)
            var rest = bytes
            while !rest.isEmpty {
                let end = rest.lineFeed.map { $0 + 1 } ?? rest.count
                var line = UnsafeRawBufferPointer(rebasing: rest[..<end])
                while !line.isEmpty {
                    let part = line.overwrittenPart ?? line.count
                    lines += name
                    lines += line[..<part]
                    line = UnsafeRawBufferPointer(rebasing: line[part...])
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[end...])
            }
            if endsLine, lines.last != .newline { lines.append(.newline) }
            return lines
        }
    }
}

// What can be read.
extension JournalMachine {
    /// The output that can be shown, in order; ``release(_:)`` must follow.
    mutating func copy(_ id: Int) -> [JournalStore.Part] {
        let cut = Array("[earlier output is not kept here]\n".utf8)
        let parts: [JournalStore.Part] = (outputs[id]?.channels ?? []).flatMap { channel in
            (channel.store.isCut ? [.memory(cut[...])] : []) + channel.store.parts + [.memory(channel.urgent[...])]
        }
        for case .file(let place) in parts { space.hold(place) }
        return parts
    }

    mutating func release(_ parts: [JournalStore.Part]) {
        for case .file(let place) in parts { space.free(place) }
    }

    /// Whether the name of its job precedes the lines of an output that are printed now.
    func isNamed(_ id: Int, _ stream: JobStream) -> Bool {
        let last = ends[destination(of: stream).rawValue].last
        return isNamed(in: mode(of: id), followsOther: last != .nothing && last != .output(id))
    }

    /// Whether a line feed must precede what another process prints of an output, because the last line is unfinished.
    ///
    /// - Parameter isNamed: Whether the name of its job comes first, with which its own line does not go on.
    func breaksLine(_ id: Int, _ stream: JobStream, isNamed: Bool) -> Bool {
        ends[destination(of: stream).rawValue].line.map { isNamed || $0.output != id } == true
    }

    /// Whether names precede lines.
    ///
    /// - Parameter followsOther: Whether something else was printed last.
    func isNamed(in mode: Mode, followsOther: Bool) -> Bool { mode == .lines || mode == .late && followsOther }
}

extension UnsafeRawBufferPointer {
    /// The place of the first byte of this kind.
    package func place(of byte: UInt8) -> Int? {
        guard let start = baseAddress, let found = memchr(start, Int32(byte), count) else { return nil }
        return UnsafeRawPointer(found) - start
    }

    /// The place of the first line feed.
    var lineFeed: Int? { place(of: .newline) }

    /// How many bytes are overwritten: those before the first carriage return, and those that follow it at once. Nil if they end the line.
    fileprivate var overwrittenPart: Int? {
        guard let start = place(of: UInt8(ascii: "\r")) else { return nil }
        let end = self[start...].firstIndex { $0 != UInt8(ascii: "\r") }
        return end.flatMap { self[$0] == .newline ? nil : $0 }
    }
}

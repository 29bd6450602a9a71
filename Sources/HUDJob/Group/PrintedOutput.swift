import HUDLibc

/// The end of a job's printed output, at least the last 256 kilobytes, for a pager.
struct PrintedOutput: Sendable, Equatable {
    /// Half of the most that is kept.
    let half: Int
    /// What is read first if the beginning was forgotten.
    static let cut = Array("[earlier output is not kept here]\n".utf8)

    private var older: [UInt8] = []
    private var newer: [UInt8] = []
    private var isCut = false
    /// Where the rest is; nil while the job runs.
    private(set) var place: Range<off_t>?

    init(half: Int = 256 * 1024) {
        self.half = half
    }

    /// Takes output that was printed.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if newer.count == half {
                isCut = isCut || !older.isEmpty
                // The memory of both is used again.
                swap(&older, &newer)
                newer.removeAll(keepingCapacity: true)
            }
            let piece = rest.prefix(half - newer.count)
            newer += piece
            rest = rest.dropFirst(piece.count)
        }
    }

    /// Reads what is kept, in order.
    func read(from shelf: GroupShelf, _ take: (UnsafeRawBufferPointer) -> Void) {
        if isCut { Self.cut.withUnsafeBytes(take) }
        if let place { shelf.read(place, take) }
        for part in [older, newer] where !part.isEmpty { part.withUnsafeBytes(take) }
    }

    /// Moves everything to the shelf. The job has ended, so nothing more comes.
    mutating func move(to shelf: GroupShelf) { move { shelf.put($0) } }

    /// Moves everything to the place that `put` returns; nil if there is no space.
    mutating func move(by put: (_ fill: ((UnsafeRawBufferPointer) -> Void) -> Void) -> Range<off_t>?) {
        guard place == nil, !(older.isEmpty && newer.isEmpty) else { return }
        let parts = [older, newer]
        place = put { put in for part in parts { part.withUnsafeBytes { put($0) } } }
        // Without a place for it, it is not kept: many jobs would take too much memory.
        (older, newer) = ([], [])
        if place == nil { isCut = true }
    }
}

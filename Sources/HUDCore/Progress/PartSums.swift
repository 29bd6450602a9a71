import Synchronization

/// What a node with very many parts knows of their progress, so that a frame does not have to look at all of them.
///
/// The parts are divided into blocks by their places. A frame reads a few blocks, one after the other in turn, and takes the others as they were
/// read last. What ends is counted at once. So the cost of a frame does not grow with the number of parts; what a part has completed
/// before its end is counted later, with 100,000 parts after 50 frames.
struct PartSums {
    /// A node with more parts than this is read in turns.
    static let most = 2_048
    /// The places of a block.
    static let block = 512

    /// The progress of the parts in each block, in units of the node.
    private var blocks: [Double] = []
    /// The block that the next frame begins with.
    private var next = 0

    /// The progress of all parts.
    var total: Double { blocks.reduce(0, +) }

    /// The blocks that a frame reads. Every block is among them once in a round.
    mutating func takeTurn() -> [Int] {
        let turn = (0..<min(blocks.count, Self.most / Self.block)).map { (next + $0) % blocks.count }
        next = ((turn.last ?? 0) + 1) % max(1, blocks.count)
        return turn
    }

    mutating func set(_ block: Int, to sum: Double) {
        while blocks.count <= block { blocks.append(0) }
        blocks[block] = sum
    }

    mutating func add(_ difference: Double, at place: Int) {
        let block = place / Self.block
        set(block, to: (block < blocks.count ? blocks[block] : 0) + difference)
    }
}

extension ProgressTally {
    /// How a node counts a part.
    enum Standing {
        /// Not at all: the node had ended when the part began, or has begun again since.
        case none
        /// As one of the parts that have not ended.
        case running(place: Int)
        /// Its assigned count is complete; not if the node's count was replaced since.
        case done(counts: Bool)
        /// What it had completed when it failed counts, in units of the node; nil if the node's count was replaced since.
        case failed(units: Double?)
    }
}

extension ProgressTally.Parts {
    private static let donePlace = -1
    private static let failedPlace = -2

    func standing(of child: ProgressTally) -> ProgressTally.Standing {
        let life = child.life.load(ordering: .relaxed)
        guard life >= counts.firstLife else { return .none }
        switch child.place.load(ordering: .relaxed) {
        case Self.donePlace: return .done(counts: life == counts.life)
        case Self.failedPlace: return .failed(units: life == counts.life ? child.countedUnits : nil)
        case let place: return .running(place: place)
        }
    }

    private mutating func setStanding(of child: ProgressTally, place: Int, units: Double = 0) {
        child.life.store(counts.life, ordering: .relaxed)
        child.place.store(place, ordering: .relaxed)
        child.countedUnits = units
    }

    /// Adds a part that has begun.
    mutating func append(_ child: ProgressTally) {
        setStanding(of: child, place: children.count)
        sums?.add(0, at: children.count)
        children.append(child)
    }

    /// Removes a part that has ended from its place.
    ///
    /// - Parameter units: What counts of a part that has failed, in units of the node; nil: it has not.
    /// - Returns: The part, to release outside the lock.
    mutating func remove(_ child: ProgressTally, at place: Int, failedWith units: Double?) -> ProgressTally? {
        let released = children[place]
        children[place] = nil
        sums?.add(-child.countedUnits, at: place)
        setStanding(of: child, place: units == nil ? Self.donePlace : Self.failedPlace, units: units ?? 0)
        gaps += 1
        if gaps > 16, gaps * 2 > children.count { closeGaps() }
        return released
    }

    private mutating func closeGaps() {
        children.removeAll { $0 == nil }
        gaps = 0
        for (place, child) in children.enumerated() { child?.place.store(place, ordering: .relaxed) }
        if sums != nil { sums = sumsOfCounted() }
    }

    private func sumsOfCounted() -> PartSums {
        var sums = PartSums()
        for case let child? in children { sums.add(child.countedUnits, at: child.place.load(ordering: .relaxed)) }
        return sums
    }

    /// What a frame has read of the parts that have not ended.
    struct Turn {
        /// The progress of the parts, without what `unread` will add.
        var partial: Double
        /// Parts that have parts of their own, and must be read outside the lock.
        var unread: [(part: ProgressTally, counted: Double)] = []
    }

    /// Reads the parts whose turn it is; nil if there are so few that all of them can be read.
    mutating func readInTurn() -> Turn? {
        guard children.count - gaps > PartSums.most else {
            sums = nil
            return nil
        }
        var turn = Turn(partial: 0)
        var sums: PartSums
        let blocks: [Int]
        if let own = self.sums {
            sums = own
            self.sums = nil
            blocks = sums.takeTurn()
        } else {
            // What a round has counted before is out of date.
            sums = PartSums()
            for case let child? in children { child.counted.store(0, ordering: .relaxed) }
            blocks = Array(0...(children.count - 1) / PartSums.block)
        }
        for block in blocks {
            let begin = block * PartSums.block
            var sum = 0.0
            children.forEachPart(in: begin..<min(begin + PartSums.block, children.count)) { child in
                if child.hasParts.load(ordering: .acquiring) {
                    turn.unread.append((child, child.countedUnits))
                } else {
                    child.countedUnits = child.contributionWithoutParts
                }
                sum += child.countedUnits
            }
            sums.set(block, to: sum)
        }
        turn.partial = sums.total
        self.sums = sums
        return turn
    }

    /// Counts parts that were read outside the lock, unless they have ended since.
    mutating func count(_ readings: [(ProgressTally, units: Double)]) {
        guard sums != nil else { return }
        for (child, units) in readings {
            guard case .running(let place) = standing(of: child) else { continue }
            sums?.add(units - child.countedUnits, at: place)
            child.countedUnits = units
        }
    }
}

extension ProgressTally {
    /// What the parent's ``PartSums`` count for the node. Use it under the parent's lock.
    fileprivate(set) var countedUnits: Double {
        get { Double(bitPattern: counted.load(ordering: .relaxed)) }
        set { counted.store(newValue.bitPattern, ordering: .relaxed) }
    }

    /// The progress for a frame: as ``sample()``, but of a node with very many parts not all are read.
    func sampleForFrame() -> ProgressSample { sample(readForFrame()) }

    /// Counts the node in the sums of the nodes that it is in, at any depth. Frames may read it there much later.
    func countInSums() {
        var node = self
        while let parent = node.parent {
            if parent.parts.withLock({ $0.sums != nil }) {
                let units = node.contribution(node.readForFrame())
                parent.parts.withLock { $0.count([(node, units: units)]) }
            }
            node = parent
        }
    }

    private func readForFrame() -> Reading {
        guard hasParts.load(ordering: .acquiring) else { return read() }
        let (ending, sum, turn) = parts.withLock { parts in
            let turn = parts.readInTurn()
            return (self.ending.load(ordering: .relaxed), Sum(of: parts, completed.sum, childless: turn != nil), turn)
        }
        var reading = reading(ending, of: sum)
        guard ending != .finished else { return reading }
        guard let turn else {
            reading.partial = partialUnits(sum) { $0.readForFrame() }
            return reading
        }
        let read = turn.unread.map { ($0.part, units: $0.part.contribution($0.part.readForFrame())) }
        let difference = zip(read, turn.unread).reduce(0) { $0 + $1.0.units - $1.1.counted }
        reading.partial = max(0, turn.partial + difference) + partialUnits(sum)
        if !read.isEmpty { parts.withLock { $0.count(read) } }
        return reading
    }
}

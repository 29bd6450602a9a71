/// The HUDs of a region, in the order in which they appeared. A list in an array, so that no call looks at all of them: there can be thousands, of which a
/// window shows a few.
struct RegionMembers: Sendable {
    /// A HUD that is on screen, or will be.
    struct Member: Sendable {
        let id: RegionMember
        var entry: StackedLayout.Entry
        /// The number of its last update. It has something newer to show than what is on the terminal if that is not drawn.
        fileprivate(set) var update: Int
        /// The number of the last frame in which it may have had a row.
        fileprivate var frame = 0
        /// The HUD and its parts that want a row.
        fileprivate var lines: Int
        // The places of the HUDs that appeared before and after it.
        fileprivate var previous: Int?
        fileprivate var next: Int?
    }

    private var members: [Member] = []
    private var places: [RegionMember: Int] = [:]
    private var head: Int?
    private var tail: Int?
    /// The HUDs and parts that want a row.
    private(set) var lines = 0
    /// The number of updates so far, and of those that are drawn.
    private var updates = 0
    private var drawnUpdates = 0
    private var frames = 0
    /// The elapsed time that was drawn last, in whole seconds.
    private(set) var drawnSecond: Int64 = 0

    var isEmpty: Bool { members.isEmpty }
    var count: Int { members.count }

    /// The one that appeared first.
    var first: Member? { head.map { members[$0] } }

    /// The elapsed time that the next frame shows, in whole seconds.
    var second: Int64 { first?.entry.snapshot.elapsed.wholeSeconds ?? 0 }

    /// The time of the frame that is drawn, or was drawn last.
    var time: HUDInstant { first?.entry.snapshot.timestamp ?? .zero }

    /// Whether one has something newer to show than what is on the terminal.
    var arePending: Bool { updates > drawnUpdates && !isEmpty }

    /// Those that a renderer draws.
    func all(of renderer: ObjectIdentifier) -> [RegionMember] {
        members.lazy.map(\.id).filter { $0.renderer == renderer }
    }

    /// Whether a HUD has something newer to show than what is on the terminal.
    func isPending(_ id: RegionMember) -> Bool {
        guard let place = place(of: id) else { return false }
        return isPending(at: place)
    }

    private func isPending(at place: Int) -> Bool { members[place].update > drawnUpdates }

    private func place(of id: RegionMember) -> Int? {
        if let head, members[head].id == id { return head }
        return places[id]
    }

    /// Takes what a HUD has to show. A new one is the last.
    ///
    /// - Returns: Whether it is neither new nor the first one, and had nothing to show that waits.
    mutating func update(_ id: RegionMember, _ entry: StackedLayout.Entry) -> Bool {
        updates += 1
        let lines = entry.lineCount
        self.lines += lines
        guard let place = place(of: id) else {
            let place = members.count
            members.append(Member(id: id, entry: entry, update: updates, lines: lines, previous: tail))
            places[id] = place
            if let tail { members[tail].next = place } else { head = place }
            tail = place
            return false
        }
        let hasWaited = isPending(at: place)
        self.lines -= members[place].lines
        members[place].entry = entry
        members[place].lines = lines
        members[place].update = updates
        return place != head && !hasWaited
    }

    /// How long a HUD was on screen when it was drawn, if it is the only one and looks like `entry` of the same second, but for its spinner.
    func timeOnScreen(of id: RegionMember, ifItLooksLike entry: StackedLayout.Entry) -> Duration? {
        guard let head, count == 1, members[head].id == id, !isPending(at: head), entry.look.version > 0,
            members[head].entry.look.version == entry.look.version,
            entry.snapshot.changes.isSubset(of: .time) || members[head].entry.snapshot.looksSame(as: entry.snapshot)
        else { return nil }
        return members[head].entry.snapshot.timeOnScreen
    }

    /// Gives what the first one shows the times of a frame that looks like it, or differs in its spinner.
    mutating func setTimesOfFirst(to snapshot: HUDSnapshot) {
        guard let head else { return }
        members[head].entry.snapshot.frame = snapshot.frame
        members[head].entry.snapshot.timestamp = snapshot.timestamp
        members[head].entry.snapshot.elapsed = snapshot.elapsed
        members[head].entry.snapshot.timeOnScreen = snapshot.timeOnScreen
    }

    /// Removes a HUD.
    ///
    /// - Returns: Whether it may have had a row in the last frame. If not, the next frame counts it no more.
    mutating func remove(_ id: RegionMember) -> Bool {
        guard let place = places.removeValue(forKey: id) else { return false }
        updates += 1
        let member = members[place]
        lines -= member.lines
        link(member.previous, member.next)
        let last = members.removeLast()
        if place < members.count {
            members[place] = last
            places[last.id] = place
            link(last.previous, place)
            link(place, last.next)
        }
        return member.frame == frames
    }

    private mutating func link(_ previous: Int?, _ next: Int?) {
        if let previous { members[previous].next = next } else { head = next }
        if let next { members[next].previous = previous } else { tail = previous }
    }

    /// What the first ones show, `limit` at most.
    func entries(atMost limit: Int) -> [StackedLayout.Entry] {
        var entries: [StackedLayout.Entry] = []
        entries.reserveCapacity(min(limit, count))
        var place = head
        while let index = place, entries.count < limit {
            entries.append(members[index].entry)
            place = members[index].next
        }
        return entries
    }

    /// Takes note that what they show is drawn, in a window of so many rows.
    mutating func haveBeenDrawn(rows: Int) {
        drawnUpdates = updates
        drawnSecond = second
        frames += 1
        var left = rows
        var place = head
        while let index = place, left > 0 {
            members[index].frame = frames
            place = members[index].next
            left -= 1
        }
    }
}

extension StackedLayout.Entry {
    /// The HUD and its parts that want a row.
    fileprivate var lineCount: Int {
        var count = 1
        for case .some in snapshot.rows { count += 1 }
        return count
    }
}

// The places of rows: which task gets one, and when it is free again.
extension RowMachine {
    /// The most rows of failed tasks that stay until their place is needed.
    private var mostKept: Int { min(limit / 4, Self.mostFailed) }

    func index(of task: Int) -> Int? { order.firstIndex { $0.task == task } }

    /// The rows of the parts of a task, at any depth, from the top.
    func parts(below task: Int) -> [Int] {
        guard blocks[task]?.listed.total ?? 0 > 0, let index = index(of: task) else { return [] }
        return order[index + 1..<end(ofBlockOf: index)].map(\.task)
    }

    private func end(ofBlockOf index: Int) -> Int {
        order[(index + 1)...].firstIndex { $0.depth <= order[index].depth } ?? order.count
    }

    /// When the minimum show time of a row is over; nil if it is.
    private func stayEnd(of task: Int) -> HUDInstant? {
        guard let end = tasks.known[task]?.shownSince?.advanced(by: minimumShowTime), end > now else { return nil }
        return end
    }

    /// Whether the place of an ended row can be taken.
    private func canBeTaken(_ row: EndedRow) -> Bool {
        stayEnd(of: row.task) == nil && (blocks.isEmpty || blocks[row.task]?.listed.total ?? 0 == 0)
    }

    // MARK: Who gets a place

    /// Gives places to tasks that wait: those of the highest level first, in a level first come, first served.
    ///
    /// - Parameter parent: The task of whose parts one may have begun to wait. In a list no others wait, because each has a place.
    mutating func fill(from parent: Int? = nil) {
        if isList { return fillBlock(of: parent) }
        fillBlock(of: nil)
        guard !blocks.isEmpty else { return }
        var depth = 0
        while order.contains(where: { $0.depth >= depth }) {
            while fillLevel(below: depth) {}
            depth += 1
        }
    }

    private mutating func fillBlock(of parent: Int?) {
        while let entry = firstWaiting(in: parent), admit(entry, in: parent) {
            if isList, blocks[entry.task] != nil { fillBlock(of: entry.task) }
        }
    }

    /// Gives a place to one of the parts of the tasks of a level.
    ///
    /// - Returns: Whether one got a place.
    private mutating func fillLevel(below depth: Int) -> Bool {
        var waiting = BinaryHeap<Entry>()
        for place in order where place.depth == depth {
            if let entry = firstWaiting(in: place.task) { waiting.insert(entry) }
        }
        while let entry = waiting.removeTop() {
            if admit(entry, in: tasks[entry.task]?.parent) { return true }
        }
        return false
    }

    /// The first task of a block that waits for a row and can have one.
    private mutating func firstWaiting(in parent: Int?) -> Entry? {
        if let parent {
            guard let block = blocks[parent], !block.isFolded, block.waiting.top != nil, isOpen(parent),
                tasks.known[parent]?.hasRow == true
            else { return nil }
        }
        let known = tasks.known
        var first: Entry?
        change(parent) { block in
            block.waiting.drop(moreThan: .max) { known[$0.task]?.entry != $0.number }
            first = block.waiting.top
        }
        return first
    }

    /// Gives a task a row, if there is a place for it.
    ///
    /// - Returns: Whether it has one now.
    private mutating func admit(_ entry: Entry, in parent: Int?) -> Bool {
        guard limit > 0 else { return false }
        let others = ended.lazy.filter { [self] in $0.parent == parent && canBeTaken($0) }
        let old = others.first { !$0.isKept } ?? (order.count < limit ? nil : others.first)
        if let index = old.flatMap({ index(of: $0.task) }) {
            replaceRow(at: index, by: entry.task)
            return true
        }
        if order.count >= limit {
            guard let row = rowGivingWay(toDepth: parent.map { depth(of: $0) + 1 } ?? 0) else { return false }
            removeRow(at: row)
        }
        let above = parent.flatMap { index(of: $0) }
        let (below, level) = above.map { (end(ofBlockOf: $0), order[$0].depth + 1) } ?? (order.count, 0)
        insertRow(entry.task, depth: level, at: below)
        return true
    }

    /// The last of the deepest rows below a level, of those that have been shown long enough and have no rows of parts.
    private func rowGivingWay(toDepth depth: Int) -> Int? {
        var last: Int?
        for (index, place) in order.enumerated() where place.depth > max(depth, last.map { order[$0].depth - 1 } ?? 0) {
            if end(ofBlockOf: index) == index + 1, stayEnd(of: place.task) == nil { last = index }
        }
        return last
    }

    // MARK: How long it stays

    /// Adds the row of a task that has ended to those whose place can be taken.
    mutating func addEnded(_ task: Int, _ known: Known) {
        let end = known.time.until ?? now
        let row = EndedRow(task: task, parent: known.parent, end: end, isKept: known.state.isFailure)
        ended.insert(row, at: ended.lastIndex { $0.end <= end }.map { $0 + 1 } ?? 0)
        if row.isKept { limitKept() }
    }

    /// Keeps no more rows of failed tasks than there may be: the last ones.
    private mutating func limitKept() {
        let most = mostKept
        while ended.count(where: \.isKept) > most, let index = ended.firstIndex(where: \.isKept) {
            ended[index].isKept = false
            settle(ended[index].task)
        }
    }

    /// Lets the row of a task that has ended leave, now or when its time is over. It stays while there are rows of parts below it.
    mutating func settle(_ task: Int) {
        guard let known = tasks.known[task], known.hasRow else { return }
        if let time = stayEnd(of: task) { return plan(task, at: time) }
        guard known.state.hasEnded, let end = known.time.until, blocks[task]?.listed.total ?? 0 == 0 else { return }
        if isOpen(known.parent) {
            if ended.first(where: { $0.task == task })?.isKept == true { return }
            let time = end.advanced(by: Self.endedTime)
            if time > now { return plan(task, at: time) }
        }
        guard let index = index(of: task) else { return }
        removeRow(at: index)
    }

    /// Lets rows leave until there are no more than places.
    mutating func limitRows() {
        // In one pass, because a list may be long.
        if limit == 0 { for index in order.indices.reversed() { removeRow(at: index) } }
        while order.count > limit {
            let deepest = order.reduce(0) { max($0, $1.depth) }
            let last = order.last { $0.depth == deepest }?.task
            let ended = ended.lazy.filter { [self] in isOpen($0.parent) }
            guard let task = (ended.first { !$0.isKept } ?? ended.first)?.task ?? last else { break }
            removeRows(of: task)
        }
        window.usedPlaces = min(window.usedPlaces, limit)
        limitKept()
        fill()
        keepInView()
    }

    // MARK: Rows

    /// Removes the row of a task, and before it those of its parts.
    mutating func removeRows(of task: Int) {
        for row in parts(below: task).reversed() + [task] {
            if let index = index(of: row) { removeRow(at: index) }
        }
    }

    private mutating func insertRow(_ task: Int, depth: Int, at index: Int) {
        // What the window shows stays where it is.
        if index <= window.offset, index < order.count { window.offset += 1 }
        order.insert(Place(task: task, depth: depth), at: index)
        window.usedPlaces = max(window.usedPlaces, order.count)
        show(task, at: index)
        keepInView()
    }

    private mutating func replaceRow(at index: Int, by task: Int) {
        let old = order[index].task
        if window.selected == old { window.selected = task }
        order[index].task = task
        hide(old, at: index)
        show(task, at: index)
    }

    /// Removes a row. Another one is selected if it was selected, and the row that it was below may leave.
    mutating func removeRow(at index: Int) {
        let task = order.remove(at: index).task
        if index < window.offset { window.offset -= 1 }
        if window.selected == task { window.selected = order.isEmpty ? nil : order[min(index, order.count - 1)].task }
        let parent = tasks[task]?.parent
        hide(task, at: index)
        keepInView()
        guard let parent, !isOpen(parent) else { return }
        if blocks[parent]?.listed.total == 0 { blocks[parent] = nil }
        settle(parent)
    }

    private mutating func show(_ task: Int, at index: Int) {
        guard var known = tasks.known[task] else { return }
        (known.shownSince, known.entry) = (now, 0)
        store(known)
        unpresented.append(task)
        events.append(RowEvent(kind: .appear, task: known.task, place: index, time: now))
        if known.state.hasEnded {
            addEnded(task, known)
            settle(task)
        } else if known.parent != nil, !isList, minimumShowTime > .zero {
            // From then on it gives way to a task of a level above.
            plan(task, at: now.advanced(by: minimumShowTime))
        }
    }

    private mutating func hide(_ task: Int, at index: Int) {
        guard var known = tasks.known[task] else { return }
        (known.shownSince, known.entry) = (nil, 0)
        store(known)
        if let index = unpresented.firstIndex(of: task) { unpresented.remove(at: index) }
        events.append(RowEvent(kind: .disappear, task: known.task, place: index, time: now))
        if known.state.hasEnded {
            forgetEnd(of: task)
            dismiss(known)
        } else {
            waitFirst(task)
        }
    }
}

/// Which parts of a HUD's work have a row: in places that they keep (``PlacedRows``), or in a list that scrolls (``ListedRows``).
protocol RowKeeper: Sendable {
    typealias Part = ProgressTally
    typealias Events = [RowEvent<Part>]

    mutating func add(_ part: Part, in parent: Part?, at time: HUDInstant) -> Events
    mutating func start(_ part: Part, in parent: Part?, at time: HUDInstant) -> Events
    /// Starts a part, or resumes it if it is paused.
    mutating func run(_ part: Part, in parent: Part?, at time: HUDInstant) -> Events
    mutating func pause(_ part: Part, at time: HUDInstant) -> Events
    mutating func finish(_ part: Part, at time: HUDInstant) -> Events
    mutating func fail(_ part: Part, at time: HUDInstant) -> Events
    mutating func cancel(_ part: Part, at time: HUDInstant) -> Events

    /// Prepares a frame with at most `height` rows.
    mutating func update(height: Int, at time: HUDInstant) -> Events
    /// The rows of the frame, from the top.
    var rows: PlacedParts { get }
    /// How many parts have no row, shown or not.
    var rest: RowTaskCounts { get }
    /// The part of a list that the frame shows; nil if the rows are no list.
    var window: HUDRowWindow? { get }
    var selected: Part? { get }
    /// The most rows of a frame.
    var height: Int { get }
    /// How many parts there are and have been.
    var counts: RowTaskCounts { get }
    /// The parts that have begun and have not ended, or have a row, and the number of parts that each is in: level by level, in the order of their starts.
    var begun: [(part: Part, depth: Int)] { get }
    /// When one of them began and ended.
    func times(of part: Part) -> RowTimes?
    mutating func move(_ move: RowMove, at time: HUDInstant) -> Events
    mutating func presented(at time: HUDInstant)
    /// Takes all rows off.
    mutating func clear(at time: HUDInstant) -> Events
}

/// The rows of a frame, and the places that they are in.
///
/// Without optionals, because a copy of an optional row takes longer than all that is done with it.
struct PlacedParts: Sendable {
    /// The rows, from the top.
    private(set) var rows: [(place: Int, row: RowMachine<ProgressTally>.Row)] = []
    /// The number of places, empty ones included.
    private(set) var placeCount = 0

    init() {}

    /// - Parameter places: The places, from the top; nil for an empty one.
    init(_ places: [RowMachine<ProgressTally>.Row?]) {
        placeCount = places.count
        rows.reserveCapacity(placeCount)
        for (place, row) in places.enumerated() { if let row { rows.append((place, row)) } }
    }
}

/// When a part began, shifted by its pauses, and since when it does nothing.
struct RowTimes {
    var start: HUDInstant
    var end: HUDInstant?
    var pausedAt: HUDInstant?
}

extension RowKeeper {
    /// Takes the state of a part, which may have changed.
    ///
    /// - Parameter parent: The part that it is in; nil for one of the HUD's work itself.
    mutating func update(_ part: Part, in parent: Part?, at now: HUDInstant) -> Events {
        switch part.state {
        case .waiting: add(part, in: parent, at: now)
        case .running: run(part, in: parent, at: now)
        case .paused: start(part, in: parent, at: now) + pause(part, at: now)
        case .finished: finish(part, at: now)
        case .failed: fail(part, at: now)
        case .cancelled: cancel(part, at: now)
        }
    }
}

/// Rows in places that they keep while they are on the screen.
struct PlacedRows: RowKeeper {
    private var machine: RowMachine<Part> {
        didSet { isStale = true }
    }
    private var selection = RowSelection<Part>()
    /// The rows of the last frame, and the rest, and whether they may have changed since. So a frame costs little in which they have not.
    private var last = (rows: PlacedParts(), rest: RowTaskCounts())
    private var isStale = true

    init(_ settings: HUDRows) {
        // Nothing has a row before the HUD is on screen.
        machine = RowMachine(limit: 0, graceTime: settings.graceTime, minimumShowTime: settings.minimumShowTime)
    }

    mutating func add(_ part: Part, in parent: Part?, at time: HUDInstant) -> Events { machine.add(part, in: parent, at: time) }
    mutating func start(_ part: Part, in parent: Part?, at time: HUDInstant) -> Events {
        start(part, in: parent, resumes: false, at: time)
    }
    mutating func run(_ part: Part, in parent: Part?, at time: HUDInstant) -> Events {
        start(part, in: parent, resumes: true, at: time)
    }
    private mutating func start(_ part: Part, in parent: Part?, resumes: Bool, at time: HUDInstant) -> Events {
        machine.start(
            part, in: parent, expected: part.expectedDuration, ago: part.headStart, resumes: resumes, at: time)
    }
    mutating func pause(_ part: Part, at time: HUDInstant) -> Events { machine.pause(part, at: time) }
    mutating func finish(_ part: Part, at time: HUDInstant) -> Events { machine.finish(part, at: time) }
    mutating func fail(_ part: Part, at time: HUDInstant) -> Events { machine.fail(part, at: time) }
    mutating func cancel(_ part: Part, at time: HUDInstant) -> Events { machine.cancel(part, at: time) }

    mutating func update(height: Int, at time: HUDInstant) -> Events {
        let isSame = !isStale && height == machine.limit
        let events = machine.setLimit(height, at: time) + machine.advance(to: time)
        if !isSame || !events.isEmpty { last = (PlacedParts(machine.rows), machine.rest) }
        isStale = false
        if selection.task != nil { selection.follow(machine.rows.map { $0?.task }) }
        return events
    }

    var rows: PlacedParts { isStale ? PlacedParts(machine.rows) : last.rows }
    var rest: RowTaskCounts { isStale ? machine.rest : last.rest }
    var window: HUDRowWindow? { nil }
    var selected: Part? { selection.task }
    var height: Int { machine.limit }
    var counts: RowTaskCounts { machine.counts }

    var begun: [(part: Part, depth: Int)] {
        machine.tasks.lazy.filter { $0.value.state != .waiting }
            .map { (part: $0.key, depth: machine.depth(of: $0.key), known: $0.value) }
            .sorted { ($0.depth, $0.known.start, $0.known.candidacy) < ($1.depth, $1.known.start, $1.known.candidacy) }
            .map { ($0.part, $0.depth) }
    }

    func times(of part: Part) -> RowTimes? {
        machine.tasks[part].map { RowTimes(start: $0.start, end: $0.end, pausedAt: $0.pausedAt) }
    }

    mutating func move(_ move: RowMove, at time: HUDInstant) -> Events {
        let rows = machine.rows
        let tasks = rows.map { $0?.task }
        switch move {
        case .rows(let step): selection.move(by: step, in: tasks)
        case .pages(let pages): selection.move(by: pages < 0 ? -tasks.count : tasks.count, in: tasks)
        case .toStart: selection.move(by: -tasks.count, in: tasks)
        case .toEnd: selection.move(by: tasks.count, in: tasks)
        case .fold: selection.moveOut(of: rows)
        case .unfold: selection.moveIn(to: rows)
        }
        return []
    }

    mutating func presented(at time: HUDInstant) {
        let wasStale = isStale
        machine.presented(at: time)
        // Only times have changed.
        isStale = wasStale
    }
    mutating func clear(at time: HUDInstant) -> Events { machine.setLimit(0, at: time) }
}

/// Rows of a list that fills a screen.
struct ListedRows: RowKeeper {
    private var list: ListMachine<Part>

    init(_ settings: HUDRows) {
        list = ListMachine(graceTime: settings.graceTime, minimumShowTime: settings.minimumShowTime)
    }

    mutating func add(_ part: Part, in parent: Part?, at time: HUDInstant) -> Events {
        list.add(part, in: parent, at: time)
    }
    mutating func start(_ part: Part, in parent: Part?, at time: HUDInstant) -> Events {
        list.start(part, in: parent, ago: part.headStart, at: time)
    }
    mutating func run(_ part: Part, in parent: Part?, at time: HUDInstant) -> Events {
        list.resume(part, at: time) + start(part, in: parent, at: time)
    }
    mutating func pause(_ part: Part, at time: HUDInstant) -> Events { list.pause(part, at: time) }
    mutating func finish(_ part: Part, at time: HUDInstant) -> Events { list.finish(part, at: time) }
    mutating func fail(_ part: Part, at time: HUDInstant) -> Events { list.fail(part, at: time) }
    mutating func cancel(_ part: Part, at time: HUDInstant) -> Events { list.cancel(part, at: time) }

    mutating func update(height: Int, at time: HUDInstant) -> Events {
        list.resize(to: height)
        return list.advance(to: time)
    }

    var rows: PlacedParts { PlacedParts(list.visible) }
    var rest: RowTaskCounts { list.rest }
    var window: HUDRowWindow? {
        HUDRowWindow(first: list.offset, count: list.count, failed: list.listed.failed)
    }
    var selected: Part? { list.selected }
    var height: Int { list.height }
    var counts: RowTaskCounts { list.counts }

    var begun: [(part: Part, depth: Int)] {
        list.tasks.lazy.filter { $0.value.state != .waiting }
            .map { (part: $0.key, depth: list.depth(of: $0.key), known: $0.value) }
            .sorted { ($0.depth, $0.known.start, $0.known.entry) < ($1.depth, $1.known.start, $1.known.entry) }
            .map { ($0.part, $0.depth) }
    }

    func times(of part: Part) -> RowTimes? {
        list.tasks[part].map { RowTimes(start: $0.start, end: $0.end, pausedAt: $0.pausedAt) }
    }
    mutating func move(_ move: RowMove, at time: HUDInstant) -> Events { list.move(move, at: time) }
    mutating func presented(at time: HUDInstant) { list.presented(at: time) }
    mutating func clear(at time: HUDInstant) -> Events { list.clear(at: time) }
}

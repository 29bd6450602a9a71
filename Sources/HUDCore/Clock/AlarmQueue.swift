/// The alarms of a clock, in the order of their deadlines; equal deadlines in the order in which they were set.
///
/// A binary heap in which each alarm knows its place: to set, clear or take one of n alarms takes a time that grows with the logarithm of n.
struct AlarmQueue: Sendable {
    typealias Action = @Sendable () -> Void

    private struct Entry {
        var deadline: HUDInstant
        /// How many deadlines had been set before.
        var turn: UInt64
        var alarm: Int

        func precedes(_ other: Entry) -> Bool {
            deadline < other.deadline || deadline == other.deadline && turn < other.turn
        }
    }

    private struct Alarm {
        var action: Action?
        /// Its place in the heap; nil if it has no deadline.
        var place: Int?
    }

    private var heap: [Entry] = []
    private var alarms: [Alarm] = []
    /// The numbers of alarms that were removed.
    private var free: [Int] = []
    private var turns: UInt64 = 0

    /// Adds an alarm without a deadline.
    ///
    /// - Returns: Its number, until it is removed.
    mutating func add(_ action: @escaping Action) -> Int {
        if let number = free.popLast() {
            alarms[number].action = action
            return number
        }
        alarms.append(Alarm(action: action))
        return alarms.count - 1
    }

    /// Removes an alarm, whose number may then be another's.
    mutating func remove(_ alarm: Int) {
        set(alarm, to: nil)
        alarms[alarm].action = nil
        free.append(alarm)
    }

    /// Sets the deadline of an alarm and replaces the one before; nil clears it.
    mutating func set(_ alarm: Int, to deadline: HUDInstant?) {
        guard let deadline else {
            if let place = alarms[alarm].place { vacate(place) }
            return
        }
        turns += 1
        let entry = Entry(deadline: deadline, turn: turns, alarm: alarm)
        guard let place = alarms[alarm].place else {
            heap.append(entry)
            return rise(entry, from: heap.count - 1)
        }
        move(entry, from: place)
    }

    /// The earliest deadline; nil if no alarm has one.
    var first: HUDInstant? { heap.first?.deadline }

    /// Takes the deadline from the first alarm.
    ///
    /// - Returns: The alarm's action; nil if no alarm has a deadline.
    mutating func takeFirst() -> Action? {
        guard let alarm = heap.first?.alarm else { return nil }
        vacate(0)
        return alarms[alarm].action
    }

    // MARK: The heap

    /// Takes an entry out of the heap.
    private mutating func vacate(_ place: Int) {
        alarms[heap[place].alarm].place = nil
        let last = heap.removeLast()
        if place < heap.count { move(last, from: place) }
    }

    /// Puts an entry where it belongs. The place from which it starts is empty.
    private mutating func move(_ entry: Entry, from place: Int) {
        if place > 0, entry.precedes(heap[(place - 1) / 2]) { rise(entry, from: place) } else { sink(entry, from: place) }
    }

    private mutating func rise(_ entry: Entry, from start: Int) {
        var place = start
        while place > 0, entry.precedes(heap[(place - 1) / 2]) {
            put(heap[(place - 1) / 2], at: place)
            place = (place - 1) / 2
        }
        put(entry, at: place)
    }

    private mutating func sink(_ entry: Entry, from start: Int) {
        var place = start
        while true {
            var child = 2 * place + 1
            if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
            guard child < heap.count, heap[child].precedes(entry) else { break }
            put(heap[child], at: place)
            place = child
        }
        put(entry, at: place)
    }

    private mutating func put(_ entry: Entry, at place: Int) {
        heap[place] = entry
        alarms[entry.alarm].place = place
    }
}

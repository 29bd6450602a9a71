/// The alarms of a clock, in the order of their deadlines; equal deadlines in the order in which they were set.
///
/// Each deadline that is set has an entry in a heap, and voids the one of before: to set, clear or take one of n alarms takes a time that grows with the
/// logarithm of n, on average.
struct AlarmQueue: Sendable {
    typealias Action = @Sendable () -> Void

    private struct Entry: Comparable, Sendable {
        var deadline: HUDInstant
        /// How many deadlines had been set by then.
        var turn: Int
        var alarm: Int

        static func < (one: Entry, other: Entry) -> Bool { (one.deadline, one.turn) < (other.deadline, other.turn) }
    }

    private struct Alarm {
        var action: Action?
        /// The turn of its entry. Others are void; all are if it has no deadline.
        var turn = 0
    }

    /// A valid one is at the top.
    private var entries = BinaryHeap<Entry>()
    private var alarms: [Alarm] = []
    /// The numbers of alarms that were removed.
    private var free: [Int] = []
    private var turns = 0

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
        void(alarm)
        guard let deadline else { return }
        turns += 1
        alarms[alarm].turn = turns
        entries.insert(Entry(deadline: deadline, turn: turns, alarm: alarm))
    }

    /// The earliest deadline; nil if no alarm has one.
    var first: HUDInstant? { entries.top?.deadline }

    /// Takes the deadline from the first alarm.
    ///
    /// - Returns: The alarm's action; nil if no alarm has a deadline.
    mutating func takeFirst() -> Action? {
        guard let alarm = entries.top?.alarm else { return nil }
        void(alarm)
        return alarms[alarm].action
    }

    /// Takes the deadline from an alarm.
    private mutating func void(_ alarm: Int) {
        alarms[alarm].turn = 0
        let alarms = alarms
        entries.drop(moreThan: 2 * alarms.count + 64) { alarms[$0.alarm].turn != $0.turn }
    }
}

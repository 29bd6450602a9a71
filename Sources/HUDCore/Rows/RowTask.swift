/// A task of a ``RowMachine``. Two are the same task if their numbers are equal.
package struct RowTask: Hashable, Sendable {
    package let number: Int
    /// The part of a work that it is; nil where no work has parts, as in a scenario.
    let part: ProgressTally?

    package init(_ number: Int) {
        self.number = number
        part = nil
    }

    init(_ part: ProgressTally) {
        number = Int(bitPattern: ObjectIdentifier(part))
        self.part = part
    }

    package static func == (one: RowTask, other: RowTask) -> Bool { one.number == other.number }

    package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

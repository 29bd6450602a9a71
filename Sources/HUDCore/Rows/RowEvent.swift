/// A row that comes or goes; see ``HUD/onRowEvent``. If the events are applied in their order to a list of rows, a row that appears moves those from its place on down,
/// and one that disappears moves those below it up.
package struct RowEvent<Task: Hashable & Sendable>: Sendable, Hashable {
    /// What happened.
    package var kind: RowEventKind
    /// The task.
    package var task: Task
    /// The place of its row, counted from 0 at the top.
    package var place: Int
    /// When it happened: the instant of the deadline, even if the machine was advanced later.
    package var time: HUDInstant
}

/// What happens to a row.
package enum RowEventKind: Sendable, Hashable {
    /// The task has a row now.
    case appear
    /// The task's row is gone.
    case disappear
}

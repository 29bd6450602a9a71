/// The columns that the lines of several HUDs share, so that their bars, percentages and times are below each other.
///
/// The input is the width that each line asks for in each part; the output is the width of each column. A column is as wide as its widest part.
/// In a window that is too narrow for all columns, they shrink and are left out as the parts of a single line are (``InlineLayout``), for all
/// lines at once.
///
/// A line that has always been alone shares nothing: its columns are those that ``InlineLayout`` gives it. From the second line on, columns grow at once and
/// do not shrink. Otherwise every label that changes and every HUD that ends would move all rows. A line that is left alone keeps the columns
/// for two seconds (``rest``), because another may follow. ``release()`` leads from every state to `alone`.
struct RowColumns: Sendable {
    enum State: Sendable, Equatable {
        /// No line shares columns with another.
        ///
        /// Can transition to: shared, by a frame with several lines.
        case alone
        /// Several lines share columns that are as wide as the widest parts so far. `last` is the time of the last frame.
        ///
        /// Can transition to: left, by a frame with a single line; alone, if that frame comes two seconds later or more, or its time is before `last`.
        case shared(InlineLayout.Widths, last: HUDInstant)
        /// A single line has the columns that it has shared with others, or wider ones if it has asked for them. `since` is the time of the last frame with
        /// several lines.
        ///
        /// Can transition to: shared, by a frame with several lines; alone, by a frame two seconds after `since` or later, or before it.
        case left(InlineLayout.Widths, since: HUDInstant)
    }

    /// How long a line that is left alone keeps the columns.
    static let rest = Duration.seconds(2)

    private(set) var state = State.alone
    /// The last result. While no width changes, nothing is laid out.
    private var last = (asked: InlineLayout.Widths(), room: 0, columns: InlineLayout.Widths())

    /// Takes note that a frame has the same lines as the last one.
    mutating func keep(at now: HUDInstant) {
        guard case .shared(let widths, _) = state else { return }
        state = .shared(widths, last: now)
    }

    /// The columns for a frame with a single line.
    ///
    /// - Parameters:
    ///   - line: The width that each part asks for; 0 for a part that the line does not have.
    ///   - room: The width of the rows.
    ///   - now: The time of the frame.
    mutating func columns(of line: InlineLayout.Widths, in room: Int, at now: HUDInstant) -> InlineLayout.Widths {
        switch state {
        case .alone: return fitting(line, in: room)
        case .shared(let widths, let since), .left(let widths, let since):
            let age = since.duration(to: now)
            // The time goes back if the HUD that is left has another clock than the HUDs before.
            if age < .zero || age >= Self.rest {
                state = .alone
                return fitting(line, in: room)
            }
            let columns = widths.union(line)
            state = .left(columns, since: since)
            return fitting(columns, in: room)
        }
    }

    /// The columns for a frame with any number of lines. A line that has nothing but a label shares nothing: its label reaches over the columns of the others.
    mutating func columns(
        of lines: some Sequence<InlineLayout.Widths>, in room: Int, at now: HUDInstant
    ) -> InlineLayout.Widths {
        var count = 0
        var widest = InlineLayout.Widths()
        var labels = InlineLayout.Widths()
        for line in lines {
            if line.isLabel {
                labels = labels.union(line)
            } else {
                widest = widest.union(line)
                count += 1
            }
        }
        if count == 0 { widest = labels }
        if count < 2 { return columns(of: widest, in: room, at: now) }
        switch state {
        case .alone: break
        case .shared(let widths, _), .left(let widths, _): widest = widest.union(widths)
        }
        state = .shared(widest, last: now)
        return fitting(widest, in: room)
    }

    /// Lets the next line begin with columns of its own, because no line is shown any more.
    mutating func release() { state = .alone }

    private mutating func fitting(_ asked: InlineLayout.Widths, in room: Int) -> InlineLayout.Widths {
        if asked != last.asked || room != last.room { last = (asked, room, InlineLayout.fitting(asked, in: room)) }
        return last.columns
    }
}

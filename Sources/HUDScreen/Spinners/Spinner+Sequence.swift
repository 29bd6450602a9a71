extension Spinner {
    /// The frames of a spinner for one character set and one kind of motion.
    package struct Sequence: Sendable, Equatable {
        /// The frames; at least one, all of the same width.
        package var frames: [String]
        /// The duration of a frame.
        var interval: Duration

        /// One frame without a column.
        package static let empty = Sequence(frames: [""], interval: .seconds(1))

        /// The index of the frame at `time`, which may be negative.
        package func index(at time: Duration) -> Int {
            let count = Int128(frames.count)
            let index = (time.attoseconds / interval.attoseconds) % count
            return Int(index < 0 ? index + count : index)
        }

        /// The time at which the frame changes next; the longest possible duration if there is only one frame.
        package func nextFrame(after time: Duration) -> Duration {
            let end = Duration(attoseconds: .max)
            guard frames.count > 1 else { return end }
            let interval = interval.attoseconds
            let start = time.attoseconds / interval * interval
            // Negative times round towards zero: there a frame ends, not begins, at a multiple of the interval.
            let (next, overflow) = start.addingReportingOverflow(time <= .zero - self.interval ? 1 : interval)
            return overflow ? end : Duration(attoseconds: next)
        }
    }
}

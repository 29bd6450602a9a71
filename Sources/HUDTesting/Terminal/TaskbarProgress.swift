extension InMemoryTerminal {
    /// The progress that a taskbar or a tab shows (ConEmu's OSC 9;4).
    public struct TaskbarProgress: Sendable, Hashable {
        /// How it is shown. State 0 takes it away.
        public enum State: Int, Sendable {
            /// A bar.
            case normal = 1
            /// A red bar.
            case error = 2
            /// Something that moves.
            case indeterminate = 3
            /// A yellow bar.
            case paused = 4
        }

        /// How it is shown.
        public var state: State
        /// Percent, 0 to 100.
        public var value: Int

        /// Progress, to compare with.
        public init(_ state: State, value: Int = 0) {
            self.state = state
            self.value = value
        }
    }
}

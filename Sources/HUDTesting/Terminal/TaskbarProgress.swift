extension InMemoryTerminal {
    /// The progress in a taskbar or a tab (ConEmu's OSC 9;4).
    public struct TaskbarProgress: Sendable, Hashable {
        /// How the progress is shown. State 0 removes it.
        public enum State: Int, Sendable {
            /// A bar.
            case normal = 1
            /// A red bar.
            case error = 2
            /// An animation without a value.
            case indeterminate = 3
            /// A yellow bar.
            case paused = 4
        }

        /// How the progress is shown.
        public var state: State
        /// Percent, 0 to 100.
        public var value: Int

        /// Makes a value, for comparisons.
        public init(_ state: State, value: Int = 0) {
            self.state = state
            self.value = value
        }
    }
}

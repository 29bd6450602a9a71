/// Whether a job shows the alternate screen, by its output.
package struct AlternateScreen: Sendable {
    private var tracker = OutputTracker(window: WindowSize(columns: 80, rows: 24))

    package init() {}

    package var isShown: Bool { tracker.isAlternateScreen }

    /// Takes output, which may begin and end anywhere in a sequence.
    package mutating func see(_ bytes: UnsafeRawBufferPointer) { tracker.feed(bytes) }
}

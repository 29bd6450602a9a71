import HUDCore

extension JSONLine {
    /// Adds a duration in seconds. Negative counts as zero.
    mutating func add(_ name: String, _ duration: Duration) {
        add(name, decimal: max(.zero, duration).decimalSeconds)
    }
}

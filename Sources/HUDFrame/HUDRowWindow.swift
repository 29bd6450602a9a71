/// The part of a list of rows that a frame shows.
public struct HUDRowWindow: Sendable, Hashable {
    /// The index of the first row that is shown.
    public var first: Int
    /// The number of rows in the list.
    public var count: Int
    /// How many of them are of parts that failed.
    public var failed: Int

    /// Makes a window.
    public init(first: Int, count: Int, failed: Int = 0) {
        self.first = first
        self.count = count
        self.failed = failed
    }
}

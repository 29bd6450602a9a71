/// A run of a job of a group.
package struct JSONJob {
    package var number: Int
    /// The number of the job that it is a part of; nil if it is a part of the whole work.
    var parent: Int?
    package var name: String
    package var attempt: Int
    package var slot: Int
    /// How long the job took in earlier runs.
    var expected: Duration?

    package init(number: Int, parent: Int? = nil, name: String, attempt: Int, slot: Int, expected: Duration? = nil) {
        self.parent = parent
        self.expected = expected
        self.number = number
        self.name = name
        self.attempt = attempt
        self.slot = slot
    }
}

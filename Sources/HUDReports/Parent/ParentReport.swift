/// What the parent of this process knows about its HUDs, and the bytes that bring it up to date.
package protocol ParentReport: Sendable {
    /// The next bytes to write: a line, or a message; nil if the parent knows everything. Call ``wrote()`` when they are written.
    var next: [UInt8]? { get }

    mutating func wrote()

    /// The HUDs that are reported.
    var huds: ReportedHUDs { get set }
}

import HUDCore

/// What the parent of this process knows about its HUDs, and the bytes that bring it up to date.
protocol ParentReport: Sendable {
    /// The next bytes to write: a line, or a message; nil if the parent knows everything. Call ``wrote()`` when they are written.
    var next: [UInt8]? { get }

    mutating func wrote()

    /// The HUDs on screen, in the order of their appearance.
    var huds: [HUDSnapshot] { get set }
}

extension [HUDSnapshot] {
    mutating func update(_ snapshot: HUDSnapshot) {
        if let index = firstIndex(where: { $0.hudID == snapshot.hudID }) {
            self[index] = snapshot
        } else {
            append(snapshot)
        }
    }

    mutating func remove(_ hudID: Int) {
        removeAll { $0.hudID == hudID }
    }
}

/// Whether a HUD stands aside for other HUDs on its terminal.
struct NeighborPolicy: Sendable, Equatable {
    /// What the HUD must do.
    enum Change: Sendable, Equatable {
        case none
        /// It leaves the terminal to a neighbor.
        case stepAside
        /// It is alone again.
        case comeBack
    }

    /// Whether the HUD is off the terminal because of neighbors.
    private(set) var standsAside = false

    /// Takes neighbors into account that have come or gone.
    ///
    /// - Parameter isShared: Whether the terminal is shared anyway. The HUD has rows of its own there, and stays.
    mutating func change(isAlone: Bool, isShared: Bool) -> Change {
        switch (standsAside, isAlone) {
        case (false, true), (true, false): return .none
        case (false, false):
            if isShared { return .none }
            standsAside = true
            return .stepAside
        case (true, true):
            standsAside = false
            return .comeBack
        }
    }
}

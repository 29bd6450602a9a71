import CTerminalSupport
import HUDCore
import HUDLibc

/// Other hud-demos on the same terminal, such as those of `make -j`.
///
/// The first one has the claim on the terminal, and draws its HUD there while it is alone. Each later one connects to it and waits until the
/// HUD is off the terminal. When the first one ends, one of the others takes the claim, so that a newcomer always finds one.
final class TerminalNeighbors {
    private enum Role {
        /// With the claim, and a connection for each neighbor.
        case first(claim: Int32, neighbors: [Int32])
        /// Connected to the first one; -1 if that is asked by too many, and is asked again later.
        case later(connection: Int32)
        /// The system has no claims.
        case unknown
    }

    /// How long a newcomer waits for the first one, and for its HUD to go, in milliseconds; it may be stopped.
    private static let patience: Int32 = 250

    /// When something that failed for want of room is tried again.
    private static let delay = Duration.seconds(1)

    private var name: hud_claim_name
    private var role = Role.unknown
    /// When ``look()`` must be called, whatever happens; nil: only when one of the descriptors is readable.
    private(set) var nextLook: HUDInstant?

    /// Whether another hud-demo was there first. It stays so.
    private(set) var isLater = false

    /// Finds out whether another hud-demo is on the terminal that `descriptor` refers to, and waits until its HUD is gone.
    ///
    /// - Parameter onLastRows: Whether the claim is on the last rows of the terminal only, on which the HUDs of a pipeline are drawn. This does not wait then,
    ///   and ``look()`` is due.
    init(on descriptor: Int32, onLastRows: Bool = false) {
        name = hud_claim_name(descriptor)
        name.is_last_rows = onLastRows
        takeRole()
        if case .later(let connection) = role {
            isLater = true
            if onLastRows { nextLook = .distantPast } else { _ = hud_wait_for(connection, 0, Self.patience) }
        }
    }

    deinit { leave() }

    /// Gives the claim up. One of the neighbors takes it.
    func leave() {
        switch role {
        case .first(let claim, let neighbors): for descriptor in [claim] + neighbors { hud_leave_terminal(descriptor) }
        case .later(let connection): hud_leave_terminal(connection)
        case .unknown: break
        }
        (role, nextLook) = (.unknown, nil)
    }

    /// Takes the claim again, or connects to who has it now.
    func join() {
        leave()
        takeRole()
    }

    /// Takes the claim, or connects to who has it. A try takes a millisecond.
    private func takeRole(tries: Int32 = patience) {
        role = Self.role(on: name, tries: tries)
        if case .later(connection: -1) = role { nextLook = LiveClock.shared.now.advanced(by: Self.delay) }
    }

    private static func role(on name: hud_claim_name, tries: Int32) -> Role {
        // The first one may end between the two questions, may not listen yet, or is asked by many at once.
        for _ in 0..<tries {
            let claim = hud_claim_terminal(name)
            if claim >= 0 { return .first(claim: claim, neighbors: []) }
            let connection = hud_join_terminal(name)
            if connection >= 0 { return .later(connection: connection) }
            guard [ECONNREFUSED, EAGAIN].contains(errno) else { return .unknown }
            _ = poll(nil, 0, 1)
        }
        return .later(connection: -1)
    }

    /// Whether the claim is on the last rows of the terminal only.
    var isOnLastRows: Bool { name.is_last_rows }

    /// Whether the HUD may be drawn.
    var isAlone: Bool {
        switch role {
        // A pipeline's HUD gives the rows to none that comes later.
        case .first(_, let neighbors): neighbors.isEmpty || isOnLastRows
        case .later: false
        case .unknown: true
        }
    }

    /// What to wait for.
    var descriptors: [Int32] {
        switch role {
        case .first(let claim, let neighbors): (nextLook == nil ? [claim] : []) + neighbors
        case .later(let connection): [connection]
        case .unknown: []
        }
    }

    /// Takes note of neighbors that have come or gone.
    ///
    /// - Returns: The newcomers, which wait for an answer. The caller answers when its HUD is off the terminal.
    func look() -> [Int32] {
        nextLook = nil
        switch role {
        case .first(let claim, let neighbors):
            let left = neighbors.filter { !Self.hasEnded($0) }
            for connection in neighbors where !left.contains(connection) { close(connection) }
            var newcomers: [Int32] = []
            while case let connection = hud_accept_neighbor(claim), connection >= 0 { newcomers.append(connection) }
            // Without a free descriptor the claim would be readable all the time.
            if errno != EAGAIN { nextLook = LiveClock.shared.now.advanced(by: Self.delay) }
            role = .first(claim: claim, neighbors: left + newcomers)
            return newcomers
        case .later(let connection):
            if connection < 0 {
                takeRole(tries: 1)
            } else if Self.hasEnded(connection) {
                close(connection)
                takeRole()
            }
        case .unknown: break
        }
        return []
    }

    /// Lets a newcomer begin.
    func answer(_ newcomer: Int32) {
        var byte: UInt8 = 1
        _ = send(newcomer, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    /// Whether the process at the other end has ended. Reads the answer of the first one as well.
    private static func hasEnded(_ connection: Int32) -> Bool {
        var byte: UInt8 = 0
        while true {
            let count = read(connection, &byte, 1)
            if count == 0 { return true }
            if count < 0, errno != EINTR { return errno != EAGAIN }
        }
    }
}

import CTerminalSupport
import HUDCore
import HUDLibc
import Synchronization

/// A program's claim on a terminal, on which one HUD is drawn at a time.
///
/// The first program that claims a terminal may draw there. While others have claimed it too, its HUD is off the terminal, because their output would break
/// its rows; it comes back when the program is alone. The others print plain lines; in a pipeline they wait for their turn. Programs that relay a command (``HUDJob/HUDJob/RelayTerminal/claim()``)
/// take part in the same way, and a program that has stopped does not. A program makes one claim, for all that it draws on a terminal. A group and followed streams have one, because their renderer
/// is chosen before they run.
///
/// The claim is given up with the last reference to this object. On macOS programs don't know of each other, and each one may draw.
package final class TerminalClaim: Sendable {
    private struct State {
        let neighbors: TerminalNeighbors
        /// Whether the HUD is off the terminal because of neighbors.
        var standsAside = false
        /// What stands aside; nil if nothing does.
        var screen: (any TerminalRenderer)?
    }

    /// Whether the HUD may be drawn: no other program had claimed the terminal.
    package let canDraw: Bool
    private let isShared: Bool
    private let state: Mutex<State>

    /// Claims the terminal that `descriptor` refers to.
    ///
    /// If another program has claimed it, this waits until that program's HUD is off the terminal, 250 ms at most.
    ///
    /// - Parameters:
    ///   - descriptor: The terminal.
    ///   - isShared: Whether other programs write to the terminal anyway, as `TerminalOptions.sharesTerminal` says. The HUD stays on the terminal then,
    ///     because it is drawn on rows of its own.
    ///   - isInPipeline: Whether other programs on the terminal are those of the same pipeline. Their HUDs are drawn on the same rows, one after another: a
    ///     later one is off the terminal until it is the first one.
    package init(on descriptor: Int32, isShared: Bool = false, isInPipeline: Bool = false) {
        let neighbors = TerminalNeighbors(on: descriptor, onLastRows: isInPipeline)
        canDraw = !neighbors.isLater || isInPipeline
        self.isShared = isShared
        state = Mutex(State(neighbors: neighbors))
    }

    deinit {
        // Nothing else would let it come back, and a program may use its renderer again.
        state.withLock { $0.screen }?.resume(isOnNewLine: false)
    }

    /// Whether make runs this process beside other recipes, which write to the same terminal.
    package static var isUnderParallelMake: Bool {
        getenv("MAKEFLAGS").map { strstr($0, "--jobserver") != nil } ?? false
    }

    /// Whether this process is in a pipeline, so that other programs write to the same terminal.
    package static var isInPipeline: Bool {
        [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains { hud_is_pipe($0) }
    }

    /// Whether other hud-demos on the terminal are the rest of our own pipeline, and not other jobs.
    ///
    /// make gives all recipes but one a pipe without a writer as standard input, so under a parallel make a pipe says nothing.
    package static var mayBeOfPipeline: Bool { isInPipeline && !isUnderParallelMake }

    /// The connections to the other programs on the terminal: if one is readable, programs have come or gone. And when to look in any case.
    fileprivate var waits: (descriptors: [Int32], until: HUDInstant?) {
        state.withLock { ($0.neighbors.descriptors, $0.neighbors.nextLook) }
    }

    /// Whether it is time to look, although no connection is readable.
    private var isDue: Bool { state.withLock { $0.neighbors.nextLook }.map { $0 <= LiveClock.shared.now } == true }

    /// Leaves the terminal to other programs, because this process stops. The HUD must be off the terminal.
    func leave() { state.withLock { $0.neighbors.leave() } }

    /// Claims the terminal again. ``look(_:isReady:isShared:stepsAside:)`` must follow before the HUD comes back.
    func join() { state.withLock { $0.neighbors.join() } }

    /// Takes the HUD off the terminal, or lets it come back, because programs have come or gone.
    ///
    /// - Parameters:
    ///   - isReady: Whether one of the connections is readable. If not, nothing is done until it is time to look.
    ///   - isShared: Whether other programs write to the terminal now; nil: as was said at first.
    ///   - stepsAside: Called when the HUD is off the terminal, before the newcomers begin.
    package func look(
        _ screen: (any TerminalRenderer)?, isReady: Bool = true, isShared: Bool? = nil, stepsAside: () -> Void = {}
    ) {
        guard isReady || isDue else { return }
        let (newcomers, before, standsAside) = state.withLock { state in
            let (newcomers, before) = (state.neighbors.look(), state.standsAside)
            // On a terminal that is shared anyway the HUD has rows of its own. Stepping aside can make it a shared one.
            let staysWithOthers = !state.neighbors.isOnLastRows && (isShared ?? self.isShared)
            state.standsAside = !state.neighbors.isAlone && (before || !staysWithOthers)
            if state.standsAside != before { state.screen = state.standsAside ? screen : nil }
            return (newcomers, before, state.standsAside)
        }
        if standsAside, !before {
            screen?.suspend()
            stepsAside()
        } else if before, !standsAside {
            // Our own output may have left a line unfinished meanwhile.
            screen?.resume(isOnNewLine: false)
        }
        state.withLock { state in
            for newcomer in newcomers { state.neighbors.answer(newcomer) }
        }
    }
}

extension EventLoop {
    /// Waits for other programs on the terminal; ``TerminalClaim/look(_:isReady:isShared:stepsAside:)`` follows the wait.
    package mutating func watch(_ claim: TerminalClaim?, as source: Source) {
        guard let (descriptors, deadline) = claim?.waits else { return }
        for descriptor in descriptors { watch(descriptor, as: source) }
        wake(at: deadline)
    }
}

import Foundation
import HUDCore
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if HUD_THREAD_SANITIZER
/// A lock that the thread sanitizer can see.
typealias Mutex = SanitizedMutex
#endif

/// Samples the state of a task, and makes a HUD follow it: the driver of ``TaskFollowing``.
///
/// A class, because it lasts from a call until the task has ended, or the program says that its work is over.
final class TaskFollower: Sendable {
    private struct State {
        var following = TaskFollowing()
        /// Its frames are the times at which the state is sampled.
        var link: DisplayLink?
    }

    /// The followers that have not ended, by their HUDs. A follower keeps its HUD, so no other HUD can have its identity.
    private static let followers = Mutex<[ObjectIdentifier: TaskFollower]>([:])

    /// How often the state is sampled in a second.
    private static let rateWhileRunning = 20
    private static let rateWhileSuspended = 4

    private let hud: HUD
    private let task: URLSessionTask
    private let state = Mutex(State())

    private init(_ hud: HUD, _ task: URLSessionTask) {
        self.hud = hud
        self.task = task
    }

    /// Makes `hud` follow `task`, and no longer the task that it has followed so far.
    @discardableResult
    static func follow(_ task: URLSessionTask, with hud: HUD) -> TaskFollower {
        let new = TaskFollower(hud, task)
        let old = followers.withLock { $0.updateValue(new, forKey: ObjectIdentifier(hud)) }
        old?.stop()
        let last = old?.state.withLock { $0.following }
        new.state.withLock { $0.following = TaskFollowing(after: last) }
        // The outcome of the last task is none that the program has given for this one.
        hud.forgetEnd()
        hud.onFinish = { [weak new] in new?.finish() }
        new.look()
        new.start()
        return new
    }

    /// Samples the state from now on. The link calls one at a time, and it is made after the first look, so the HUD gets its calls in order.
    private func start() {
        guard isCurrent else { return }
        let link = DisplayLink(preferredFramesPerSecond: rate, clock: hud.clock) { [weak self] _ in self?.look() }
        state.withLock { $0.link = link }
        // The task may have ended meanwhile, or the HUD may follow another one.
        if !isCurrent { stop() }
    }

    private func stop() {
        state.withLock { $0.link.take() }?.invalidate()
    }

    private func look() {
        guard isCurrent else { return }
        let sample = TaskFollowing.Sample(task)
        guard let action = state.withLock({ $0.following.take(sample) }) else { return }
        carryOut(action)
        state.withLock { $0.link }?.preferredFramesPerSecond = rate
    }

    /// Ends, because the program says that the work is over. It hides the HUD itself.
    private func finish() {
        guard isCurrent else { return }
        if let sample = TaskFollowing.Sample(last: task) { _ = state.withLock { $0.following.take(sample) } }
        if let end = state.withLock({ $0.following.end }) { report(end.outcome, hasRunUnseen: end.hasRunUnseen) }
        _ = leave()
    }

    /// Gives the HUD the outcome of the task, unless the program has given it one.
    private func report(_ outcome: HUDOutcome, hasRunUnseen: Bool) {
        // Its summary is written even if the HUD does not appear.
        if hasRunUnseen, !hud.isRequested { hud.show { isCurrent } }
        hud.suggest(outcome) { isCurrent }
    }

    /// Follows the task no longer: nothing that another thread has seen of it changes the HUD from now on.
    ///
    /// - Returns: False if it did not follow the task any more.
    private func leave() -> Bool {
        let wasCurrent = Self.followers.withLock { followers in
            guard followers[ObjectIdentifier(hud)] === self else { return false }
            followers[ObjectIdentifier(hud)] = nil
            return true
        }
        stop()
        return wasCurrent
    }

    func carryOut(_ action: TaskFollowing.Action) {
        switch action {
        case .show:
            hud.show { isCurrent }
        case .hide:
            guard isCurrent else { return }
            hud.hide()
            showForNext()
        case .end(let outcome, let hasRunUnseen):
            report(outcome, hasRunUnseen: hasRunUnseen)
            guard leave() else { return }
            hud.hide()
            showForNext()
        }
    }

    /// Shows the HUD again if it follows another task by now: the follower of that task may have shown it just before this one has hidden it.
    private func showForNext() {
        if let next = current, next !== self, next.state.withLock({ $0.following.isRunning }) { next.carryOut(.show) }
    }

    private var rate: Int {
        state.withLock { $0.following.isRunning } ? Self.rateWhileRunning : Self.rateWhileSuspended
    }

    /// The follower that the HUD has; nil if it has ended.
    private var current: TaskFollower? { Self.followers.withLock { $0[ObjectIdentifier(hud)] } }

    /// Whether the HUD still follows this task.
    private var isCurrent: Bool { Self.followers.withLock { $0[ObjectIdentifier(hud)] === self } }
}

@testable import HUDCore

extension HUDPresenter {
    /// A presenter without texts.
    init(_ machine: HUDStateMachine, framesPerSecond: Int = 1, draws: Bool = true) {
        let content = Content(mode: .indeterminate, label: "", detailsLabel: "")
        self.init(machine: machine, content: content, framesPerSecond: framesPerSecond, draws: draws)
    }

    mutating func hide(at now: HUDInstant, animated: Bool) -> [HUDAction] {
        call(at: now) { $0.hide(at: $1, animated: animated) }
    }

    mutating func hide(after delay: Duration, at now: HUDInstant, animated: Bool) -> [HUDAction] {
        call(at: now) { $0.hide(after: delay, at: $1, animated: animated) }
    }

    mutating func dismiss(at now: HUDInstant) -> [HUDAction] {
        call(at: now) { $0.dismiss(at: $1) }
    }
}

// For what makes a HUD follow work that runs elsewhere. A condition is asked under the HUD's lock, so that no call of the program comes between it and what
// depends on it. It must not call the HUD.
extension HUD {
    /// Shows the HUD for the work that it stands for already: an outcome that it has stays.
    package func show(if isFollowing: () -> Bool) {
        storage.call(showing: self) { isFollowing() ? $0.show(at: $1, animated: true, keepsEnd: true) : [] }
    }

    /// Sets the outcome, unless the program has set one.
    package func suggest(_ outcome: HUDOutcome, if isFollowing: () -> Bool) {
        storage.setOutcome(outcome) { $0 == nil && isFollowing() }
    }

    /// Forgets the outcome of work that is over, because other work follows. What is still on screen shows it.
    package func forgetEnd() {
        storage.update { if !$0.machine.isRequested { $0.forgetEnd() } }
    }
}

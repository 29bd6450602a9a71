import HUDCore
import HUDLibc

extension JobDisplay {
    /// After a signal the HUD gets this long.
    static var patience: Duration { .seconds(1) }

    /// Stops this process until it is continued, with the HUD off the terminal.
    ///
    /// - Parameters:
    ///   - claim: The claim on the terminal, which other programs may have meanwhile.
    ///   - isInPager: Whether a pager has the terminal instead of the HUD. Its keys stop its process group alone, and no SIGTSTP has come here.
    ///   - takesGroup: Whether the rest of our process group has to be stopped as well.
    ///   - prepare: Called before the stop, when the HUD is off the terminal.
    package func stop(
        claim: TerminalClaim? = nil, isInPager: Bool = false, takesGroup: Bool = false, prepare: () -> Void = {}
    ) {
        if isInPager {
            claim?.leave()
            SignalPipe.stop(with: nil, takesGroup: true, prepare: prepare)
            claim?.join()
            claim?.look(screen)
        } else {
            SignalPipe.stop(with: screen, claim: claim, takesGroup: takesGroup, isBySignal: !takesGroup, prepare: prepare)
        }
    }

    /// Shows `outcome` for `delay`, hides the HUD, and waits until it is off the terminal. Messages that arrive meanwhile are dropped.
    ///
    /// A signal takes the HUD off at once. After a second one, or after a second, the wait ends: a blocked terminal can keep a HUD from being removed.
    ///
    /// - Parameters:
    ///   - mailbox: Where signals arrive.
    ///   - isInterrupted: Whether a signal has ended the run.
    ///   - stop: Called for ^Z.
    /// - Returns: The first signal that arrived meanwhile.
    @discardableResult
    package func remove<Message>(
        _ outcome: HUDOutcome, delay: Duration, isInterrupted: Bool = false, watching mailbox: Mailbox<Message>,
        stop: () -> Void
    ) -> Int32? {
        watch {
            mailbox.postHUDGone()
        } during: {
            end(outcome, delay: isInterrupted ? .zero : delay)
            if isInterrupted { hud?.dismiss() }
            var arrived: [Int32] = []
            var requests = EndRequests()
            while arrived.count < 2 {
                let isLimited = isInterrupted || !arrived.isEmpty
                let arrivals = mailbox.wait(until: isLimited ? LiveClock.shared.now.advanced(by: Self.patience) : nil)
                let before = arrived.count
                arrived += arrivals.endingSignals(&requests, stop: stop)
                if arrivals.isEmpty || arrivals.contains(where: { if case .hudGone = $0 { true } else { false } }) { break }
                if arrived.count > before { hud?.dismiss() }
            }
            return arrived.first
        }
    }
}

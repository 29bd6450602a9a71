import HUDLibc
import HUDTerminal

// The output of one job, in a pager in front of the HUD. The group goes on meanwhile, and what it prints is held.
extension GroupRun {
    /// Shows the output so far of the job whose row is selected.
    func showOutput() {
        guard let screen = shown.display.screen, let label = shown.hud?.selectedLabel else { return }
        guard let job = selectedJob, let output = jobs.members[job]?.output ?? jobs.failed[job]?.output else {
            return say("the output of \(label) is not kept: the job has ended")
        }
        let name = jobs.list[job].name
        guard let file = UnnamedFile(), let count = output.copy(to: file.descriptor) else {
            return say("can't show the output of \(name): \(errorText(errno))")
        }
        defer { withExtendedLifetime(file) {} }
        if count == 0 { return say("\(name) has printed nothing") }
        _ = lseek(file.descriptor, 0, SEEK_SET)
        guard screen.lendTerminal() else { return say("can't show the output of \(name) now: other output is unfinished") }
        keyboard.giveBack()
        do throws(GroupPager.Failure) {
            keyboard.pager = try GroupPager.start(reading: file.descriptor) { [mailbox] in mailbox.post(.pager($0)) }
        } catch {
            screen.takeTerminalBack()
            say("can't show the output of \(name): \(error.reason)")
        }
    }

    func pagerChanged(_ change: Job.Change) {
        switch change {
        case .running, .continued: break
        case .stopped(let signal):
            keyboard.pager?.takeTerminal(hasFailed: true)
            // One that wanted the terminal while a shell had it goes on.
            if signal != SIGTTIN, signal != SIGTTOU { stop() }
            keyboard.pager?.resume()
        case .ended(let outcome, _):
            guard let pager = keyboard.pager.take() else { return }
            if pager.hasHungUp { hangUp() }
            pager.takeTerminal(hasFailed: outcome != .exited(0))
            shown.display.screen?.takeTerminalBack()
            switch outcome {
            case .exited(0), .killed(by: SIGINT), .killed(by: SIGTERM): break
            case .exited(let status): say("the pager \(pager.name) failed: status \(status)")
            case .killed(let signal): say("the pager \(pager.name) was ended by \(SignalName.of(signal))")
            }
        }
    }
}

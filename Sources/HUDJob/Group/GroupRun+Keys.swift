import HUDCore
import HUDLibc

// The keys: another row, and what is asked of the job in it.
extension GroupRun {
    /// Whether keys act on the rows.
    var actsOnKeys: Bool { keyboard != nil && !relaysKeys }

    /// The descriptor to wait for; -1 if there are no keys now. Keys that are typed between two jobs are for the next one.
    var keyDescriptor: Int32 {
        guard pager == nil, !relaysKeys || !machine.running.isEmpty, keyboard?.isOurs() == true else { return -1 }
        return keyboard?.descriptor ?? -1
    }

    /// Whether there will be keys once this process is in the foreground. No signal says so: a shell sends SIGCONT only to a job that was stopped.
    var isWaitingForKeyboard: Bool { pager == nil && keyboard?.descriptor ?? -1 >= 0 }

    /// How often to look whether this process is in the foreground.
    static var keyboardPatience: Duration { .milliseconds(250) }

    func takeKeys() {
        guard let bytes = keyboard?.bytes() else { return }
        if relaysKeys {
            for job in machine.running.keys { members[job]?.run?.mailbox.post(.keys(Array(bytes))) }
            return
        }
        // Keys after the one that starts the pager are meant for it.
        for key in keys.take(bytes) where pager == nil { take(key) }
    }

    private func take(_ key: GroupKeys.Key) {
        switch key {
        case .move(let step): hud?.moveRowSelection(.rows(step))
        case .page(let pages): hud?.moveRowSelection(.pages(pages))
        case .fold: hud?.moveRowSelection(.fold)
        case .unfold: hud?.moveRowSelection(.unfold)
        case .toStart: hud?.moveRowSelection(.toStart)
        case .toEnd: hud?.moveRowSelection(.toEnd)
        case .show: showOutput()
        case .cancel: ask { .cancel($0) }
        case .retry: ask { .retry($0) }
        case .pause: ask { machine.running[$0]?.isPaused == true ? .resume($0) : .pause($0) }
        case .pauseAll: tell(.asked(isPaused ? .resumeAll : .pauseAll))
        case .cancelAll, .quit: tell(.asked(.cancelAll))
        }
    }

    private var isPaused: Bool { machine.running.contains { $0.value.isPaused } }

    /// Asks something of the job whose row is selected.
    private func ask(_ request: (Int) -> JobGroup.Request) {
        if let job = selectedJob { tell(.asked(request(job))) }
    }

    /// The job whose row is selected, or the row of a part of it, if it runs or has failed.
    var selectedJob: Int? {
        guard let part = hud?.selectedPart else { return nil }
        return members.first { $0.value.node.map { part.isWithin($0) } == true }?.key
            ?? failed.first { part.isWithin($0.value.node) }?.key
    }
}

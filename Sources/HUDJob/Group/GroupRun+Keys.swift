import HUDCore
import HUDLibc

// The keys: another row, and what is asked of the job in it.
extension GroupRun {
    /// The descriptor to wait for; -1 if there are no keys now. Keys that are typed between two jobs are for the next one.
    func keyDescriptor() -> Int32 {
        guard keyboard.pager == nil, !keyboard.isRelayed || !machine.running.isEmpty else { return -1 }
        return keyboard.descriptor()
    }

    func takeKeys() {
        let (bytes, isStop) = keyboard.bytes()
        if isStop { return stop(keys: bytes) }
        if keyboard.isRelayed {
            for job in machine.running.keys { jobs.members[job]?.run?.mailbox.post(.keys(Array(bytes))) }
            return
        }
        // Keys after the one that starts the pager are meant for it.
        for key in keyboard.keys.take(bytes) where keyboard.pager == nil { take(key) }
    }

    private func take(_ key: GroupKeys.Key) {
        switch key {
        case .select(let move):
            shown.hud?.moveRowSelection(move)
            keyboard.chosenJob = selectedJob
        case .show: showOutput()
        case .cancel: ask { .cancel($0) }
        case .retry: retry()
        case .pause: ask { machine.running[$0]?.isPaused == true ? .resume($0) : .pause($0) }
        case .pauseAll: tell(.asked(isPaused ? .resumeAll : .pauseAll))
        case .cancelAll: tell(.asked(.cancelAll))
        }
    }

    /// Says beside the label that jobs are held back. Rows say it as well, but jobs that have just begun have none.
    func showPause() {
        let goesOn = machine.state == .running || machine.state == .halting
        guard shown.ownsHUD, let hud = shown.hud, goesOn || shown.heldDetails != nil else { return }
        // Jobs that are ended run until then.
        let isHeld = machine.isPaused && (machine.state == .running || machine.running.contains { $0.value.isPaused })
        if isHeld, shown.heldDetails == nil {
            shown.heldDetails = hud.detailsLabel
            hud.detailsLabel = "paused"
        } else if !isHeld, let details = shown.heldDetails.take() {
            hud.detailsLabel = details
        }
    }

    /// Whether new jobs are held back, or none goes on.
    private var isPaused: Bool {
        machine.isPaused || !machine.running.isEmpty && machine.running.allSatisfy { $0.value.isPaused }
    }

    /// Asks something of the job whose row is selected. If that is not the one that was selected by a key, because another row has taken its place, the key may
    /// have been meant for that one: it has to be pressed again.
    private func ask(_ request: (Int) -> JobGroup.Request) {
        guard let job = selectedJob else { return }
        guard keyboard.chosenJob != job else { return tell(.asked(request(job))) }
        keyboard.chosenJob = job
        say("\(jobs.list[job].name) is selected now; press the key again if you mean it")
    }

    private func retry() {
        let failed = machine.counts.jobs.failed
        let isMeant = keyboard.chosenJob == selectedJob
        ask { .retry($0) }
        guard isMeant, let job = selectedJob, jobs.failed[job] != nil else { return }
        if machine.state != .running { return say("\(jobs.list[job].name) does not run again: no more jobs start") }
        // Its row goes on saying that it has failed until it starts.
        if machine.counts.jobs.failed < failed { say("\(jobs.list[job].name) runs again when a slot is free") }
    }

    /// The job whose row is selected, or the row of a part of it, if it runs or has failed.
    var selectedJob: Int? {
        guard let part = shown.hud?.selectedPart else { return nil }
        return jobs.members.first { $0.value.node.map { part.isWithin($0) } == true }?.key
            ?? jobs.failed.first { part.isWithin($0.value.node) }?.key
    }
}

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
        let bytes = keyboard.bytes()
        if keyboard.isRelayed {
            for job in machine.running.keys { jobs.members[job]?.run?.mailbox.post(.keys(Array(bytes))) }
            return
        }
        // Keys after the one that starts the pager are meant for it.
        for key in keyboard.take(bytes) where keyboard.pager == nil { take(key) }
    }

    private func take(_ key: GroupKeys.Key) {
        switch key {
        case .move(let step): face.hud?.moveRowSelection(.rows(step))
        case .page(let pages): face.hud?.moveRowSelection(.pages(pages))
        case .fold: face.hud?.moveRowSelection(.fold)
        case .unfold: face.hud?.moveRowSelection(.unfold)
        case .toStart: face.hud?.moveRowSelection(.toStart)
        case .toEnd: face.hud?.moveRowSelection(.toEnd)
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
        guard let part = face.hud?.selectedPart else { return nil }
        return jobs.members.first { $0.value.node.map { part.isWithin($0) } == true }?.key
            ?? jobs.failed.first { part.isWithin($0.value.node) }?.key
    }
}

import HUDCore
import HUDLibc

// The keys: another row, and what is asked of the job in it.
extension GroupRun {
    /// The descriptor to wait for; -1 if there are no keys now.
    var keyDescriptor: Int32 { keyboard?.isOurs() == true ? keyboard?.descriptor ?? -1 : -1 }

    func takeKeys() {
        guard let bytes = keyboard?.bytes() else { return }
        for key in keys.take(bytes) { take(key) }
    }

    private func take(_ key: GroupKeys.Key) {
        switch key {
        case .move(let step): hud?.moveRowSelection(by: step)
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
        guard let part = hud?.selectedPart else { return }
        let running = members.first { $0.value.node === part }?.key
        guard let job = running ?? failed.first(where: { $0.value === part })?.key else { return }
        tell(.asked(request(job)))
    }
}

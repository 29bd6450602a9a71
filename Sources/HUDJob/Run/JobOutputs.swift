import HUDCore

/// What a job prints and reports, on its way to the terminal and to its HUD.
struct JobOutputs {
    let buffer: OutputBuffer
    /// Takes what the job reports, and shows how long it has been silent.
    let follower: ProgressFollower
    /// Where the job reports its progress; nil: it is offered no pipe.
    var progress: ProgressPipe?
    /// Sees what the job prints to descriptors that it was given as they are, if its silence counts.
    var prints: PrintWatch?
    /// Prints the output if nothing is drawn where it appears, and lines of our own; nil: they appear elsewhere.
    var printer: RelayedOutput?

    /// Watches what the job reports.
    func watch(in loop: inout EventLoop<JobLoop.Source>) {
        for descriptor in progress?.descriptors ?? [] { loop.watch(descriptor, as: .progress) }
    }

    /// Watches what a running job prints.
    ///
    /// - Parameter countsSilence: Whether it matters that the job prints elsewhere.
    func watchJob(in loop: inout EventLoop<JobLoop.Source>, countsSilence: Bool) {
        loop.wake(at: buffer.nextLook)
        if countsSilence { prints?.watch(in: &loop) }
    }

    /// Takes what the job has reported.
    mutating func takeReports(_ ready: [EventLoop<JobLoop.Source>.Event]) {
        if ready.has(.progress) { progress?.pump() }
    }

    /// Whether the job has printed elsewhere.
    func hasPrinted(_ ready: [EventLoop<JobLoop.Source>.Event]) -> Bool { ready.has(.prints) && prints?.take() == true }

    /// Adds what the job has printed and reported to its result.
    func complete(_ result: inout HUDJob.Result) {
        result.label = follower.report.label?.withoutControls()
        result.output = String(decoding: buffer.hidden.collected, as: UTF8.self)
        result.isOutputComplete = !buffer.hidden.hasDropped
    }
}

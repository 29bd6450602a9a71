import HUDJob
import CTerminalSupport
import HUDCore
import HUDTerminal

/// `hud-demo --gauge`: a HUD that reads progress lines from standard input until it ends.
struct GaugeCommand {
    var options: WrapOptions

    func run() -> Int32 {
        // If standard input is closed, a pipe made later would get its number.
        guard fcntl(STDIN_FILENO, F_GETFD) >= 0 else {
            StandardError.say("can't read standard input: " + String(cString: strerror(errno)))
            return ExitStatus.failure
        }
        // Without SIGPIPE, a write to a terminal that has gone away fails with an error.
        signal(SIGPIPE, SIG_IGN)
        // On ^Z the terminal has to be restored first. For every other signal the renderer does that.
        guard let readEnd = SignalPipe.open(catching: [SIGTSTP])?.readEnd else {
            StandardError.say("can't make a pipe: " + String(cString: strerror(errno)))
            return ExitStatus.failure
        }
        let display = JobDisplay(
            options.style, on: isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : STDOUT_FILENO, look: options.look)
        let follower = ProgressFollower(mode: options.mode)
        let watch = JobWatch()
        guard let hud = display.hud(options, label: options.label ?? "") else {
            return status(of: follow(with: follower, display, watch, readEnd), display)
        }
        follower.hud = hud
        if display.screen != nil { hud.progressSource = ProgressCounter() }
        let departure = Departure(of: hud)
        display.begin(hud)
        let code = follow(with: follower, display, watch, readEnd)
        let elapsed = watch.elapsed
        let outcome = code == 0 ? HUDOutcome.succeeded : .failed(reason: "can't read")
        display.end(hud, outcome, delay: options.hideDelay)
        while !departure.hasCome {
            var wake = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
            if poll(&wake, 1, -1) > 0 { takeMessages(from: readEnd, hud, display, watch) }
        }
        display.finish(elapsed: elapsed, outcome)
        return status(of: code, display)
    }

    /// Reads standard input to its end.
    ///
    /// - Returns: 0, or the errno of a failed read.
    private func follow(with follower: ProgressFollower, _ display: JobDisplay, _ watch: JobWatch, _ readEnd: Int32) -> Int32 {
        var reader = ProgressLineReader(blocks: true)
        while true {
            var descriptors = [readEnd, STDIN_FILENO].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&descriptors, 2, -1) > 0 else { continue }
            if descriptors[0].revents != 0 { takeMessages(from: readEnd, follower.hud, display, watch) }
            guard descriptors[1].revents != 0 else { continue }
            let count = withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
                let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
                if count > 0 { reader.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { follower.take($0) } }
                return count
            }
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            let code = count < 0 ? errno : 0
            guard count <= 0 else { continue }
            reader.finish { follower.take($0) }
            return code
        }
    }

    private func takeMessages(from readEnd: Int32, _ hud: HUD?, _ display: JobDisplay, _ watch: JobWatch) {
        for case .signal in SignalPipe.messages(from: readEnd) {
            let time = watch.pause { SignalPipe.stop(with: display.screen) }
            hud?.leaveOut(time)
        }
    }

    private func status(of code: Int32, _ display: JobDisplay) -> Int32 {
        guard code != 0 else { return 0 }
        display.say("can't read standard input: " + String(cString: strerror(code)))
        return ExitStatus.failure
    }
}

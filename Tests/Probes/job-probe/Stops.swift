import HUDJob
import HUDLibc

private func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(STDOUT_FILENO, line, line.count)
}

/// `job-probe stop`: stops as a program without a job does after ^Z. It says which signals have come, and waits for a line before it stops.
func stop() -> Never {
    guard let pipe = SignalPipe.open(catching: [SIGTSTP, SIGCONT]) else { exit(1) }
    say("ready")
    while true {
        var ends = [pipe.readEnd, STDIN_FILENO].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&ends, 2, -1) > 0 else { continue }
        for case .signal(let number, _) in SignalPipe.messages(from: pipe.readEnd) {
            say(number == SIGTSTP ? "stop" : "continue")
        }
        if ends[1].revents != 0 { break }
    }
    _ = readLine()
    SignalPipe.stop(with: nil)
    say("goes on")
    exit(0)
}

import HUDJob
import HUDLibc

private func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(STDOUT_FILENO, line, line.count)
}

/// `job-probe stop`: stops as a program without a job does after ^Z. It says which signals have come, and waits for a line before it stops.
func stop() -> Never {
    guard let mailbox = Mailbox<Never>(catching: [SIGTSTP, SIGCONT]) else { exit(1) }
    say("ready")
    var loop = EventLoop<Int32>()
    while true {
        for end in [mailbox.readEnd, STDIN_FILENO] { loop.watch(end, as: end) }
        let ready = loop.wait()
        for case .signal(let number, _) in mailbox.take() { say(number == SIGTSTP ? "stop" : "continue") }
        if ready.has(STDIN_FILENO) { break }
    }
    _ = readLine()
    JobDisplay(of: nil).stop()
    say("goes on")
    exit(0)
}

import CTerminalSupport
import Dispatch
import HUDLibc
import HUDTerminal
import _StringProcessing  // replacing(_:with:)
import Synchronization

/// A program whose output is captured, for `scope=capture`. The file of the word `steps=` says what it does, a step per line:
///
/// - `begin LABEL`, `plain LABEL`, `end`: a scope that captures, one that does not, and its end;
/// - `print TEXT`, `write FD TEXT`, `log TEXT`: prints text. `\n`, `\e` and `\\` stand for a newline, ESC and a backslash;
/// - `lines COUNT`, `threads COUNT LINES`, `scopes COUNT LINES`: prints numbered lines, on this thread, on several, or on several with a scope each;
/// - `run COMMAND`: a shell command; `variable NAME`: prints a variable of the program's own environment;
/// - `total COUNT`, `complete COUNT`, `part LABEL`: the work of the scope's HUD: its total, completed units, and a part that is under way until the end;
/// - `size FD`: prints what a program learns from a descriptor: whether it is a terminal, and its size;
/// - `ask PROMPT`, `prompt PROMPT`: a question, in `suspended` or not, and prints the answer;
/// - `wait FIFO`, `nap MILLISECONDS`;
/// - `exit STATUS`, `trap`, `raise SIGNAL`: a way out. `handle SIGNAL`: prints `handled` at the signal from now on, and with
///   `quit SIGNAL` ends by `_exit(5)` then. `pause SIGNAL`: waits at the signal until the terminal takes more, and a little longer; `elsewhere SIGNAL`: raises it
///   on another thread.
struct Captures {
    private let steps: [Step]
    private let timing: HUDTiming
    private let parts = Parts()

    /// The parts of work that are under way.
    private final class Parts: Sendable {
        private let all = Mutex<[ProgressNode]>([])

        func add(_ part: ProgressNode) { all.withLock { $0.append(part) } }
    }

    private struct Step {
        var name: String
        var text: String

        init(_ line: Substring) {
            let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            name = String(words[0])
            text = words.count > 1 ? String(words[1]) : ""
        }

        var numbers: [Int] { text.split(separator: " ").compactMap { Int($0) } }

        /// The text with its escapes resolved.
        var printed: String { text.replacing("\\n", with: "\n").replacing("\\e", with: "\u{1B}").replacing("\\\\", with: "\\") }
    }

    init(_ settings: Settings) {
        timing = HUDTiming(
            graceTime: settings.seconds("grace") ?? .milliseconds(100),
            minimumShowTime: settings.seconds("min-show") ?? .milliseconds(100))
        let bytes = settings["steps"].map { Files.bytes(of: $0) } ?? []
        steps = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { Step($0) }
    }

    func run() { _ = run(0, hud: nil) }

    /// Takes the steps from `index` on, to the end of the scope around them.
    ///
    /// - Returns: The index behind that end.
    private func run(_ index: Int, hud: HUD?) -> Int {
        var index = index
        while index < steps.count {
            let step = steps[index]
            index += 1
            switch step.name {
            case "begin", "plain":
                let next = index
                index = withHUD(step.text, timing: timing, capturesOutput: step.name == "begin") { run(next, hud: $0) }
            case "end": return index
            default: take(step, hud)
            }
        }
        return index
    }

    /// Runs a shell command, and waits for its end.
    private func run(_ command: String) {
        let words: [String] = ["sh", "-c", command]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var start = hud_start()
        pthread_sigmask(SIG_SETMASK, nil, &start.mask)
        var child: pid_t = 0
        let code = arguments.withUnsafeBufferPointer { words in
            start.argv = words.baseAddress
            return hud_start(&start, &child)
        }
        guard code == 0 else { return }
        while waitpid(child, nil, 0) < 0, errno == EINTR {}
    }

    private func take(_ step: Step, _ hud: HUD?) {
        switch step.name {
        case "print": print(step.printed, terminator: "")
        case "write": write(step)
        case "log": if let hud { hud.log(step.printed) } else { print(step.printed) }
        case "lines": for line in 0..<step.numbers[0] { print("line \(line)") }
        case "threads": printOnThreads(step.numbers[0], step.numbers[1])
        case "run": run(step.text)
        case "variable": print(getenv(step.text).map { String(cString: $0) } ?? "none")
        case "total": hud?.work.totalCount = step.numbers[0]
        case "complete": hud?.work.complete(count: step.numbers[0])
        case "part": if let hud { parts.add(hud.work.subprogress(assigningCount: 1, label: step.text).start()) }
        case "scopes": printInScopes(step.numbers[0], step.numbers[1])
        case "size": printSize(Int32(step.numbers[0]))
        case "ask": print("answer: \(hud.map { hud in hud.suspended { ask(step.printed) } } ?? ask(step.printed))")
        case "prompt": print("answer: \(ask(step.printed))")
        case "wait": Files.wait(at: step.text)
        case "nap": usleep(UInt32(step.numbers[0]) * 1000)
        case "exit": exit(Int32(step.numbers[0]))
        case "trap": fatalError("on purpose")
        case "raise": raise(Int32(step.numbers[0]))
        case "handle": signal(Int32(step.numbers[0])) { _ in _ = HUDLibc.write(STDERR_FILENO, "handled\n", 8) }
        case "pause":
            signal(Int32(step.numbers[0])) { _ in
                var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
                while poll(&ready, 1, -1) <= 0 {}
                _ = poll(nil, 0, 500)
            }
        case "elsewhere":
            let number = Int32(step.numbers[0])
            DispatchQueue(label: "elsewhere").async {
                // A queue's thread has signals blocked.
                var none = sigset_t()
                sigemptyset(&none)
                pthread_sigmask(SIG_SETMASK, &none, nil)
                raise(number)
            }
            // The handler gets time to begin.
            usleep(500_000)
        case "quit":
            signal(Int32(step.numbers[0])) { _ in
                _ = HUDLibc.write(STDERR_FILENO, "handled\n", 8)
                _exit(5)
            }
        default: print("unknown step: \(step.name)")
        }
    }

    private func write(_ step: Step) {
        let words = step.text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let bytes = Array(Step("write " + words[1]).printed.utf8)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { HUDLibc.write(Int32(words[0]) ?? -1, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private func printOnThreads(_ count: Int, _ lines: Int) {
        onThreads(count) { thread in
            for line in 0..<lines { print("thread \(thread) line \(line)") }
        }
    }

    private func printInScopes(_ count: Int, _ lines: Int) {
        onThreads(count) { thread in
            withHUD("Scope \(thread)", timing: timing, capturesOutput: true) { _ in
                for line in 0..<lines {
                    print("thread \(thread) line \(line)")
                    if line % 50 == 0 { usleep(20_000) }
                }
            }
        }
    }

    private func printSize(_ descriptor: Int32) {
        var size = winsize()
        _ = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
        print("terminal \(isatty(descriptor)), \(size.ws_col)x\(size.ws_row)")
    }

    private func ask(_ prompt: String) -> String {
        print(prompt, terminator: "")
        return readLine() ?? "nothing"
    }
}

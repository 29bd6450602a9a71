import CTerminalSupport
import HUDCore
import HUDLibc
import HUDTerminal

/// Changes the terminal on standard error, and then ends in the given way. Reports go to standard output.
struct Probe {
    var way: String
    /// A signal.
    var number: Int32

    struct Failed: Error {}

    static let hideCursor = Array("\u{1B}[?25l".utf8)
    static let farewell = Array("<bye>\u{1B}[?25h".utf8)
    static let frame = Array("[\(String(repeating: "x", count: 400))]".utf8)
    /// That of the second session.
    static let otherFrame = Array("(\(String(repeating: "y", count: 400)))".utf8)

    static func report(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }

    static func waitForEver() -> Never {
        report("ready")
        while true { _ = poll(nil, 0, 1000) }
    }

    func run() throws {
        prepare()
        if way == "many" { return many() }
        if way == "hud" { return showHUD() }
        let session = TerminalSession(
            descriptor: STDERR_FILENO, farewell: Self.farewell, restoresSettings: way.hasPrefix("raw"),
            chainsHostHandlers: way != "host-alone")
        session.write(Self.hideCursor)
        try goOut(session)
        // Keeps the session alive up to here, whatever the optimizer does.
        if way == "end" { session.end() }
    }

    /// What a host program does before it draws.
    private func prepare() {
        switch way {
        case "host", "host-alone", "hud": HostHandlers.report(number, flags: 0)
        case "host-info": HostHandlers.report(number, flags: Int32(SA_SIGINFO) | Int32(SA_NODEFER))
        case "host-once": HostHandlers.report(number, flags: Int32(truncatingIfNeeded: SA_RESETHAND))
        case "host-exit": HostHandlers.exit(number)
        case "host-quick-exit": HostHandlers.quickExit(number)
        case "host-reraise": HostHandlers.reraise(number)
        case "ignored": signal(number, SIG_IGN)
        case "overflow-with-stack": HostHandlers.makeAlternateStack()
        default: break
        }
    }

    /// The ways to end. By then the session has begun and everything is drawn.
    private func goOut(_ session: borrowing TerminalSession) throws {
        switch way {
        case "return", "end": return
        case "throw": throw Failed()
        case "exit": exit(3)
        case "fatal": fatalError("on purpose")
        case "bounds": Self.report("\([1][Int(number) + 1])")
        case "null": UnsafeMutablePointer<Int>(bitPattern: 8 + Int(number))?.pointee = 1
        case "abort": abort()
        case "overflow", "overflow-with-stack": Self.report("\(overflow(0))")
        case "raise": raise(number)
        case "wait", "ignored": Self.waitForEver()
        case "raw": makeRaw()
        case "raw-wait":
            makeRaw()
            Self.waitForEver()
        case "raw-watch":
            makeRaw()
            watch(session)
        case "watch": watch(session)
        case "watch-held":
            var thread = Self.noThread
            pthread_create(&thread, nil, { _ in Probe.holdActions() }, nil)
            watch(session)
        case "loop":
            drawElsewhere()
            Self.report("ready")
            while true { session.write(Self.frame) }
        case "loop-elsewhere":
            drawElsewhere()
            Self.waitForEver()
        case "loop-and-end":
            drawElsewhere(endsIfRefused: true)
            Self.waitForEver()
        case "begin-and-end":
            var thread = Self.noThread
            pthread_create(&thread, nil, { _ in Probe.beginAndEnd() }, nil)
            Self.waitForEver()
        case "large":
            var large: [UInt8] = []
            for _ in 0..<1000 { large += Self.frame }
            Self.report("ready")
            session.write(large)
            Self.waitForEver()
        case "late-frame":
            Self.report("ready")
            _ = poll(nil, 0, 1000)
            session.write(Self.frame)
            Self.waitForEver()
        case "blocked": waitWithSignalsBlocked()
        case "late":
            HostHandlers.report(number, flags: 0)
            raiseTwice(session)
        case "farewell": changeFarewell()
        case "stale": drawStale(session)
        default: raiseTwice(session)
        }
    }

    private func overflow(_ depth: Int) -> Int {
        var room = (depth, depth, depth, depth, depth, depth, depth, depth)
        return withUnsafeMutablePointer(to: &room) { overflow($0.pointee.0 + 1) + $0.pointee.1 }
    }

    private func makeRaw() {
        var settings = termios()
        tcgetattr(STDERR_FILENO, &settings)
        cfmakeraw(&settings)
        tcsetattr(STDERR_FILENO, TCSANOW, &settings)
    }

    private func raiseTwice(_ session: borrowing TerminalSession) {
        for _ in 0..<2 {
            raise(number)
            Self.report("interruptions \(session.interruptions)")
            session.write(Array("again".utf8))
        }
    }

    /// Redraws everything after every interruption.
    private func watch(_ session: borrowing TerminalSession) {
        Self.report("ready")
        var seen = 0
        while true {
            _ = poll(nil, 0, 5)
            let now = session.interruptions
            // Like a renderer that has nothing new to draw.
            session.write([])
            if now == seen { continue }
            seen = now
            session.write(Self.hideCursor)
            Self.report("interruptions \(now)")
        }
    }

    /// Draws on another thread as fast as possible, in a session of its own.
    ///
    /// - Parameter endsIfRefused: Whether that session ends, without a farewell, when a write is refused.
    private func drawElsewhere(endsIfRefused: Bool = false) {
        var thread = Self.noThread
        if endsIfRefused {
            pthread_create(&thread, nil, { _ in Probe.drawUntilRefused() }, nil)
        } else {
            pthread_create(&thread, nil, { _ in Probe.drawForEver() }, nil)
        }
    }

    /// Holds the actions of signals from before a stop to some time after the stop has begun.
    private static func holdActions() -> Never {
        var mask = sigset_t()
        hud_sessions_hold_actions(&mask)
        report("held")
        // The handler has given the terminal of the first session back, and stops the process next.
        while hud_session_may_write(0, -1) { _ = poll(nil, 0, 1) }
        let start = hud_milliseconds()
        var isKept = true
        while hud_milliseconds() < start + 30 {
            _ = poll(nil, 0, 1)
            let isDefault = hud_signal_is_default(SIGTSTP)
            // The handler does not wait for ever.
            if isDefault, hud_milliseconds() < start + 80 { isKept = false }
        }
        report(isKept ? "kept" : "changed")
        hud_sessions_release_actions(&mask)
        while true { _ = poll(nil, 0, 1000) }
    }

    #if canImport(Darwin)
    private static var noThread: pthread_t? { nil }
    #else
    private static let noThread = pthread_t()
    #endif

    private static func drawForEver() -> Never {
        let session = TerminalSession(descriptor: STDERR_FILENO, farewell: Array("<second>".utf8))
        while true { session.write(otherFrame) }
    }

    private static func beginAndEnd() -> Never {
        while true { TerminalSession(descriptor: STDERR_FILENO, farewell: Array("<second>".utf8)).end(writesFarewell: false) }
    }

    private static func drawUntilRefused() -> Never {
        let session = TerminalSession(descriptor: STDERR_FILENO, farewell: Array("<second>".utf8))
        while session.write(otherFrame) {}
        session.end(writesFarewell: false)
        while true { _ = poll(nil, 0, 1000) }
    }

    /// Signals arrive only during this wait.
    private func waitWithSignalsBlocked() -> Never {
        var all = sigset_t()
        var none = sigset_t()
        sigfillset(&all)
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &all, nil)
        Self.report("ready")
        while true {
            sigsuspend(&none)
            Self.report("went on")
        }
    }

    /// A HUD, interrupted by a handler that returns.
    private func showHUD() {
        let hud = HUD(label: "LABEL", renderer: InlineRenderer())
        hud.show()
        _ = poll(nil, 0, 300)
        raise(number)
        _ = poll(nil, 0, 300)
        Self.report("still there")
        exit(0)
    }

    private func changeFarewell() {
        var session = TerminalSession(descriptor: STDERR_FILENO, farewell: [])
        let longest = [UInt8](repeating: UInt8(ascii: "y"), count: TerminalSession.farewellCapacity)
        Self.report("\(session.setFarewell(longest + longest)) \(session.setFarewell(longest)) \(session.setFarewell([]))")
        session.write(Array("one".utf8), farewell: Array("<two>".utf8))
        session.end()
        session = TerminalSession(descriptor: STDERR_FILENO, farewell: Array("<three>".utf8))
        session.end(writesFarewell: false)
        let dropped = TerminalSession(descriptor: STDERR_FILENO, farewell: Array("<four>".utf8))
        _ = consume dropped
    }

    /// A frame made before an interruption is not drawn after it.
    private func drawStale(_ session: borrowing TerminalSession) {
        let before = session.interruptions
        raise(SIGCONT)
        let old = session.write(Array("old".utf8), ifStillAt: before)
        let new = session.write(Array("new".utf8), ifStillAt: session.interruptions)
        Self.report("\(old) \(new)")
    }

    /// Many nested sessions, and others that have ended.
    private func many(_ index: Int = 0) {
        let session = TerminalSession(descriptor: STDERR_FILENO, farewell: Array("<\(index)>".utf8))
        let other = TerminalSession(descriptor: STDERR_FILENO, farewell: Array("<no>".utf8))
        other.end(writesFarewell: false)
        if index < 39 { many(index + 1) } else { raise(number) }
        session.end()
    }
}

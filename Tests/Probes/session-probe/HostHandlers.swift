import CTerminalSupport
import HUDLibc

/// Signal handlers of a host program.
enum HostHandlers {
    /// Installs a handler that reports how it was called, and returns.
    static func report(_ number: Int32, flags: Int32) {
        let takesInfo = flags & Int32(SA_SIGINFO) != 0
        var action = sigaction()
        #if canImport(Darwin)
        action.__sigaction_u =
            takesInfo
            ? .init(__sa_sigaction: { HostHandlers.say($0, $1, $2) }) : .init(__sa_handler: { HostHandlers.say($0, nil, nil) })
        #else
        action.__sigaction_handler =
            takesInfo
            ? .init(sa_sigaction: { HostHandlers.say($0, $1, $2) }) : .init(sa_handler: { HostHandlers.say($0, nil, nil) })
        #endif
        sigemptyset(&action.sa_mask)
        sigaddset(&action.sa_mask, SIGWINCH)
        action.sa_flags = flags
        sigaction(number, &action, nil)
    }

    private static func say(_ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?) {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        let blocked = (1..<Int32(32)).filter { sigismember(&mask, $0) == 1 }
        let gotInfo = info.map { $0.pointee.si_signo == number } ?? false
        Probe.report("handler \(number) \(gotInfo && context != nil ? "info" : "plain") \(blocked)")
    }

    static func exit(_ number: Int32) { signal(number) { _ in CTerminalSupport.exit(7) } }

    static func quickExit(_ number: Int32) { signal(number) { _ in _exit(8) } }

    /// The usual handler of a program that cleans up and then ends by the signal.
    static func reraise(_ number: Int32) {
        signal(number) { number in
            Probe.report("cleaned up")
            signal(number, SIG_DFL)
            raise(number)
        }
    }

    /// An alternate stack, so that a handler can run after a stack overflow.
    static func makeAlternateStack() {
        let size = 1 << 16
        var stack = stack_t()
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        stack.ss_size = numericCast(size)
        sigaltstack(&stack, nil)
    }
}

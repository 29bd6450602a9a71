import CTerminalSupport
import HUDLibc
import Synchronization

/// A jobserver that a group offers to its jobs: a named pipe with a token for each slot but the first.
///
/// The group takes tokens from it as its jobs do. A job has the token of its slot, and takes further ones for what it runs at once.
final class JobserverOffer: Sendable {
    private let folder: CommandArgument
    private let path: CommandArgument
    private let end: Int32
    private let limit: Int
    /// Inherited ends for makes before 4.4; opened for the first one of them.
    private let descriptors = Mutex<(Int32, Int32)?>(nil)

    /// Makes the pipe in TMPDIR, or in `/tmp` if that can't be named in `MAKEFLAGS`. Returns nil if that fails.
    init?(limit: Int) {
        let parent = getenv("TMPDIR").map { CommandArgument($0) }.flatMap { JobserverFlags.canName($0) ? $0 : nil } ?? "/tmp"
        var template = parent.appending(path: "hud-demo.XXXXXX").utf8.map { CChar(bitPattern: $0) } + [0]
        guard mkdtemp(&template) != nil else { return nil }
        folder = CommandArgument(utf8: template.map { UInt8(bitPattern: $0) })
        path = folder.appending(path: "jobserver")
        let isMade = path.call { mkfifo($0, 0o600) } == 0
        end = isMade ? hud_move_up(path.open(O_RDWR | O_NONBLOCK)) : -1
        self.limit = limit
        // `deinit` follows, which removes the folder.
        if end < 0 { return nil }
        refill()
    }

    deinit {
        _ = path.call { unlink($0) }
        _ = folder.call { rmdir($0) }
        close(end)
        if let ends = descriptors.withLock({ $0 }) { for end in [ends.0, ends.1] { close(end) } }
    }

    /// The place for the group itself.
    var place: JobserverFlags.Place { .fifo(path) }

    /// `MAKEFLAGS` for a job. Returns nil if there are no descriptors left.
    ///
    /// - Parameter way: How the job takes tokens.
    func flags(for way: JobserverFlags.Way) -> CommandArgument? {
        let inherited = getenv("MAKEFLAGS").map { CommandArgument($0) }
        if way == .fifo { return JobserverFlags.flags(offering: place, limit: limit, in: inherited) }
        let ends = descriptors.withLock { descriptors in
            if descriptors == nil { descriptors = inheritedEnds() }
            return descriptors
        }
        return ends.map {
            JobserverFlags.flags(offering: .descriptors($0.0, $0.1), limit: limit, in: inherited, isOld: way == .oldDescriptors)
        }
    }

    /// Blocking, as make's own, and inherited: not close-on-exec.
    private func inheritedEnds() -> (Int32, Int32)? {
        let ends = (0..<2).map { _ in path.call { HUDLibc.open($0, O_RDWR) } }
        if ends.allSatisfy({ $0 > STDERR_FILENO }) { return (ends[0], ends[1]) }
        for end in ends where end >= 0 { close(end) }
        return nil
    }

    /// Puts all tokens into the pipe. Called while no job runs: a job that was killed may have taken tokens with it.
    func refill() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while read(end, &bytes, bytes.count) > 0 {}
        let tokens = [UInt8](repeating: UInt8(ascii: "+"), count: limit - 1)
        _ = tokens.withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
    }
}

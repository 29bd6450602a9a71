import CTerminalSupport
import HUDLibc

/// A jobserver that a group offers to its jobs: a named pipe with a token for each slot but the first.
///
/// The group takes tokens from it as its jobs do. A job has the token of its slot, and takes further ones for what it runs at once.
struct JobserverOffer: ~Copyable {
    private let folder: RawWord
    private let path: RawWord
    private let end: Int32
    private let limit: Int
    /// Inherited ends for makes before 4.4; opened for the first one of them.
    private var descriptors: (Int32, Int32)?

    private init(folder: RawWord, path: RawWord, end: Int32, limit: Int) {
        self.folder = folder
        self.path = path
        self.end = end
        self.limit = limit
    }

    /// Makes the pipe in TMPDIR. Returns nil with errno if that fails.
    static func make(limit: Int) -> JobserverOffer? {
        let parent = getenv("TMPDIR").map { RawWord($0) }.flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil } ?? "/tmp"
        var template = parent.appending(path: "hud-demo.XXXXXX").utf8.map { CChar(bitPattern: $0) } + [0]
        guard mkdtemp(&template) != nil else { return nil }
        let folder = RawWord(utf8: template.map { UInt8(bitPattern: $0) })
        let path = folder.appending(path: "jobserver")
        let isMade = path.withCString { $0.map { mkfifo($0, 0o600) } ?? -1 } == 0
        let end = isMade ? hud_move_up(path.open(O_RDWR | O_NONBLOCK)) : -1
        guard end >= 0 else {
            let error = errno
            remove(path, in: folder)
            errno = error
            return nil
        }
        let offer = JobserverOffer(folder: folder, path: path, end: end, limit: limit)
        offer.refill()
        return offer
    }

    deinit {
        Self.remove(path, in: folder)
        close(end)
        if let descriptors { for end in [descriptors.0, descriptors.1] { close(end) } }
    }

    /// The place for the group itself.
    var place: JobserverFlags.Place { .fifo(path) }

    /// `MAKEFLAGS` for a job. Returns nil if there are no descriptors left.
    ///
    /// - Parameter knowsFIFO: Whether the job's make can open the pipe by its name.
    mutating func flags(knowsFIFO: Bool) -> RawWord? {
        let inherited = getenv("MAKEFLAGS").map { RawWord($0) }
        if knowsFIFO { return JobserverFlags.flags(offering: place, limit: limit, in: inherited) }
        if descriptors == nil {
            // Blocking, as make's own, and inherited: not close-on-exec.
            let ends = [O_RDWR, O_RDWR].map { flags in
                path.withCString { $0.map { HUDLibc.open($0, flags) } ?? -1 }
            }
            guard ends[0] > STDERR_FILENO, ends[1] > STDERR_FILENO else { return nil }
            descriptors = (ends[0], ends[1])
        }
        guard let descriptors else { return nil }
        return JobserverFlags.flags(offering: .descriptors(descriptors.0, descriptors.1), limit: limit, in: inherited)
    }

    /// Puts all tokens into the pipe. Called while no job runs: a job that was killed may have taken tokens with it.
    func refill() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while read(end, &bytes, bytes.count) > 0 {}
        let tokens = [UInt8](repeating: UInt8(ascii: "+"), count: limit - 1)
        _ = tokens.withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
    }

    private static func remove(_ path: RawWord, in folder: RawWord) {
        _ = path.withCString { $0.map { unlink($0) } }
        _ = folder.withCString { $0.map { rmdir($0) } }
    }
}

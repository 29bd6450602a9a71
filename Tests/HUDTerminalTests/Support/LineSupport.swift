import HUDCore
import HUDLibc
import SeededRandom

@testable import HUDReports
@testable import HUDTerminal

/// A file without a name, and what has been written to it.
final class WrittenLines {
    private let file = tmpfile()
    private var length = 0

    var descriptor: Int32 { file.map { fileno($0) } ?? -1 }

    deinit {
        if let file { fclose(file) }
    }

    /// A renderer that writes JSON here, whatever others do: one that is never removed may outlive the file, whose number another one gets. Its wall clock is
    /// 1,700,000,000 s ahead of the clock.
    func json(
        _ clock: any HUDClock = ManualClock(), stoppedTime: @escaping @Sendable () -> Duration = { .zero }
    ) -> JSONRenderer {
        JSONRenderer(
            fileDescriptor: descriptor, clock: clock,
            wallTime: { .seconds(1_700_000_000) + HUDInstant.zero.duration(to: clock.now) }, stoppedTime: stoppedTime)
    }

    /// The bytes written since the last call.
    func newBytes() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, Int(lseek(descriptor, 0, SEEK_END)) - length))
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(length)) }
        length += max(0, count)
        return bytes
    }

    /// The lines written since the last call, without line ends.
    func newLines() -> [String] {
        var lines = String(decoding: newBytes(), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        // Text after the last line end is a line of its own only if it is not empty.
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}

/// A pair of sockets in which each write arrives separately.
struct WritesOneByOne {
    private let ends: [Int32]

    init() {
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
        let type = Int32(SOCK_DGRAM.rawValue)
        #else
        let type = SOCK_DGRAM
        #endif
        socketpair(AF_UNIX, type, 0, &ends)
        self.ends = ends
    }

    var descriptor: Int32 { ends[1] }

    /// The writes, one element each. Closes both ends.
    func writes() -> [String] {
        close(ends[1])
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        var result: [String] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(ends[0], &buffer, buffer.count)
            guard count > 0 else { break }
            result.append(String(decoding: buffer[..<count], as: UTF8.self))
        }
        close(ends[0])
        return result
    }
}

/// A pipe whose reader has gone.
func brokenPipe() -> Int32 {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    close(ends[0])
    return ends[1]
}

/// Whether SIGPIPE is pending for this thread, or blocked.
func hasTraceOfBrokenPipe() -> Bool {
    var pending = sigset_t()
    var blocked = sigset_t()
    sigemptyset(&pending)
    sigpending(&pending)
    pthread_sigmask(SIG_BLOCK, nil, &blocked)
    return sigismember(&pending, SIGPIPE) == 1 || sigismember(&blocked, SIGPIPE) == 1
}

extension HUDSnapshot {
    /// A snapshot with random values, except for times and outcome.
    static func random(using random: inout SeededGenerator) -> HUDSnapshot {
        var snapshot = HUDSnapshot(label: text(using: &random), detailsLabel: text(using: &random))
        snapshot.mode = random.pick(HUDMode.allCases)
        let amounts = [Int.min, -1, 0, 1, 12, 345, 1_500_000, .max]
        switch random.int(0..<3) {
        case 0: snapshot.progress = ProgressSample(fraction: .random(in: -0.1...1.1, using: &random))
        case 1: snapshot.progress = ProgressSample(fraction: random.pick([.nan, .infinity, 1e-9, 0]))
        default:
            snapshot.progress = ProgressSample(
                completedUnitCount: random.pick(amounts),
                totalUnitCount: random.pick(amounts),
                runningUnitCount: random.bool() ? random.pick(amounts) : nil,
                unit: random.pick([.items, .bytes, .binaryBytes, .named(text(using: &random))]))
        }
        snapshot.rate = random.pick([nil, .nan, .infinity, -1, 0, 1e-9, 0.3, 12_345, 1e300])
        snapshot.remaining =
            random.pick([nil, .zero, .seconds(-5), .milliseconds(1500), Duration(attoseconds: .max), Duration(attoseconds: .min)])
        return snapshot
    }

    /// A random label with difficult characters.
    static func text(using random: inout SeededGenerator) -> String {
        let pieces = [
            "Compressing", "", "a\nb", "\u{1B}[31m", "\u{1B}]0;title\u{7}", "\u{9B}2J", "\u{0}", "\u{7F}", "\u{2028}",
            "\u{202E}abc", "\r\n",
            "\"quoted\\\"", "é", "界", "👨‍👩‍👧", "…", "...", "e\u{301}\u{302}", "\u{FFFF}", "\u{10FFFF}", "\u{85}", "\t"
        ]
        var text = ""
        for _ in 0..<random.int(0...6) { text += random.pick(pieces) }
        let isLong = random.once(in: 8)
        return isLong ? String(repeating: text, count: 100) : text
    }
}

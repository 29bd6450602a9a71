import HUDCore

/// The log of a group's jobs, in GNU parallel's columns: a line for each job that is done.
struct GroupLog {
    static let header = "Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand\n"

    /// A job that is done.
    struct Entry: Equatable {
        /// Counted from 1.
        var number: Int
        /// Seconds since 1970.
        var begin: Duration
        var elapsed: Duration
        /// The bytes of its output.
        var received: Int
        var status: Int32
        var signal: Int32
        var command: RawWord

        init(number: Int, begin: Duration, received: Int = 0, _ ending: GroupMachine.Ending, command: RawWord) {
            self.number = number
            self.begin = begin
            self.command = command
            self.received = received
            elapsed = ending.elapsed
            switch ending.kind {
            case .killed(let signal) where !ending.hasTimedOut: (status, self.signal) = (0, signal)
            case .killed, .exited, .notStarted: (status, signal) = (ending.exitStatus, 0)
            }
        }

        /// The line, with its end. Line feeds and tabs of the command become spaces, so that a line stays a line.
        var line: [UInt8] {
            let runtime = Self.thousandths(elapsed)
            let padding = String(repeating: " ", count: max(0, 10 - runtime.utf8.count))
            let text = "\(number)\t:\t\(Self.thousandths(begin))\t\(padding)\(runtime)\t0\t\(received)\t\(status)\t\(signal)\t"
            return Array(text.utf8) + GroupLog.oneLine(command) + [UInt8(ascii: "\n")]
        }

        /// Seconds with three decimals.
        private static func thousandths(_ duration: Duration) -> String {
            let milliseconds = max(0, duration.nanosecondsRoundedDown / 1_000_000)
            let rest = String(milliseconds % 1000)
            return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
        }
    }

    static func oneLine(_ command: RawWord) -> [UInt8] {
        command.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    }

    /// The jobs that a log says have succeeded: a hash of the command for each number. If a job is there twice, the last line counts.
    struct Successes: Equatable {
        private var commands: [Int: Int] = [:]

        /// Reads a log. Lines in another form are left out.
        init(_ bytes: some Sequence<UInt8>) {
            for line in Array(bytes).split(separator: UInt8(ascii: "\n")) {
                let fields = line.split(separator: UInt8(ascii: "\t"), maxSplits: 8, omittingEmptySubsequences: false)
                guard fields.count == 9, let number = Int(String(decoding: fields[0], as: UTF8.self)) else { continue }
                let hasSucceeded = fields[6].elementsEqual("0".utf8) && fields[7].elementsEqual("0".utf8)
                commands[number] = hasSucceeded ? Self.hash(fields[8]) : nil
            }
        }

        /// Whether the job with this number and command has succeeded.
        func contains(number: Int, command: @autoclosure () -> RawWord) -> Bool {
            guard let hash = commands[number] else { return false }
            return hash == Self.hash(GroupLog.oneLine(command())[...])
        }

        private static func hash(_ command: ArraySlice<UInt8>) -> Int {
            var hasher = Hasher()
            for byte in command { hasher.combine(byte) }
            return hasher.finalize()
        }
    }
}

import HUDCore

/// The log of a group's jobs, in GNU parallel's columns: a line for each job that is done. Behind them there can be what the job has cost.
///
/// A log that is continued with other columns has a header line again.
struct GroupLog {
    private static let columns = "Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand"

    static func header(withUsage: Bool = false) -> String { columns + (withUsage ? "\tUser\tSystem\tMemory\n" : "\n") }

    /// A job that is done.
    struct Entry: Equatable {
        /// Counted from 1.
        var number: Int
        var host = ":"
        /// Seconds since 1970.
        var begin: Duration
        var elapsed: Duration
        /// The bytes of its output.
        var received: Int
        var status: Int32
        var signal: Int32
        var command: CommandArgument
        /// Nil: it has no columns.
        var usage: HUDUsage?

        init(
            number: Int, begin: Duration, received: Int = 0, _ ending: HUDJob.Result, command: CommandArgument,
            withUsage: Bool = false
        ) {
            self.number = number
            self.begin = begin
            self.command = command
            self.received = received
            usage = withUsage ? ending.usage ?? HUDUsage() : nil
            elapsed = ending.elapsed
            switch ending.status {
            case .killed(let signal) where !ending.hasTimedOut: (status, self.signal) = (0, signal)
            case .killed, .exited: (status, signal) = (ending.exitStatus, 0)
            }
        }

        /// The line, with its end. Line feeds and backslashes of the command are escaped, so that a line stays a line.
        var line: [UInt8] {
            let runtime = Self.thousandths(elapsed)
            let padding = String(repeating: " ", count: max(0, 10 - runtime.utf8.count))
            let text =
                "\(number)\t\(host)\t\(Self.thousandths(begin))\t\(padding)\(runtime)\t0\t\(received)\t\(status)\t\(signal)\t"
            let cost = usage.map { usage in
                "\t\(Self.thousandths(usage.userTime))\t\(Self.thousandths(usage.systemTime))\t\(usage.peakMemory)"
            }
            return Array(text.utf8) + GroupLog.escaped(command) + (cost ?? "").asLine
        }

        /// Seconds with three decimals.
        private static func thousandths(_ duration: Duration) -> String {
            let milliseconds = max(0, duration.nanosecondsRoundedDown / 1_000_000)
            let rest = String(milliseconds % 1000)
            return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
        }
    }

    /// The line of a job that is not run. GNU parallel reads it as that of a job that has failed; it takes numbers alone in the other columns.
    static func skip(
        _ number: Int, at begin: Duration, _ reason: String, command: CommandArgument, withUsage: Bool = false
    ) -> [UInt8] {
        var line = Entry(number: number, begin: begin, .init(status: .exited(-1)), command: command, withUsage: withUsage)
        line.host = "skipped"
        line.command = CommandArgument(utf8: command.utf8 + Array(" # \(reason)".utf8))
        return line.line
    }

    /// A command with `\n` for each line feed, and `\\` for each backslash.
    private static func escaped(_ command: CommandArgument) -> [UInt8] {
        let backslash = UInt8(ascii: "\\")
        var escaped: [UInt8] = []
        for byte in command.utf8 {
            let isLineFeed = byte == .newline
            if isLineFeed || byte == backslash { escaped.append(backslash) }
            escaped.append(isLineFeed ? UInt8(ascii: "n") : byte)
        }
        return escaped
    }

    /// The jobs that a log says have succeeded: a hash of the command for each number. If a job is there twice, the last line counts.
    struct Successes: Equatable {
        private var commands: [Int: Int] = [:]
        /// Whether the last header has columns for what jobs have cost.
        private(set) var hasUsage = false

        /// Reads a log. Lines in another form are left out: the header, and what is left of a record that was cut off.
        init(_ bytes: some Sequence<UInt8>) {
            let (header, longHeader) = (GroupLog.header().utf8.dropLast(), GroupLog.header(withUsage: true).utf8.dropLast())
            for line in Array(bytes).split(separator: .newline) {
                if line.elementsEqual(header) || line.elementsEqual(longHeader) { hasUsage = line.count == longHeader.count }
                guard let end = hasUsage ? Self.endOfCommand(line) : line.endIndex else { continue }
                let fields = line[..<end].split(separator: UInt8(ascii: "\t"), maxSplits: 8, omittingEmptySubsequences: false)
                guard fields.count == 9 else { continue }
                let texts = fields.prefix(8).map { String(decoding: $0, as: UTF8.self) }
                let integers = [0, 4, 5, 6, 7].compactMap { Int(texts[$0]) }
                let times = [2, 3].compactMap { Double(texts[$0].drop { $0 == " " }) }
                guard integers.count == 5, times.count == 2 else { continue }
                let hasSucceeded = integers[3] == 0 && integers[4] == 0
                commands[integers[0]] = hasSucceeded ? fields[8].hashValue : nil
            }
        }

        /// Where the last three columns begin; nil if there are no such columns. A command can contain tabs.
        private static func endOfCommand(_ line: ArraySlice<UInt8>) -> Int? {
            var end = line.endIndex
            for _ in 0..<3 {
                guard let tab = line[..<end].lastIndex(of: UInt8(ascii: "\t")),
                    Double(String(decoding: line[(tab + 1)..<end], as: UTF8.self)) != nil
                else { return nil }
                end = tab
            }
            return end
        }

        /// Whether the job with this number and command has succeeded.
        func contains(number: Int, command: @autoclosure () -> CommandArgument) -> Bool {
            guard let hash = commands[number] else { return false }
            return hash == GroupLog.escaped(command())[...].hashValue
        }
    }
}

import HUDLibc

extension JobGroup {
    /// What ends a record of a list of jobs.
    public enum RecordEnd: Sendable, Hashable {
        /// A line feed: each line is a job.
        case lineFeed
        /// A NUL, as `find -print0` writes it: a job can have several lines.
        case null

        var byte: UInt8 {
            switch self {
            case .lineFeed: .newline
            case .null: 0
            }
        }
    }
}

/// Why a list of jobs is not valid.
public struct JobListError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with a record.
    public enum Code: Sendable, Hashable {
        /// A line contains a NUL, which no command can. See ``JobGroup/RecordEnd/null``.
        case containsNull
        /// A record has more bytes than the system takes in a command.
        case tooLong(limit: Int)
        /// A job comes after a name that no job has or that two have, or after itself by way of others; or the names are not as in ``JobGroup/Job/init(line:)``.
        /// See ``JobGroup/Job/after``.
        case badOrder(reason: String)
    }

    /// What is wrong.
    public var code: Code
    /// The number of the line or, if records end with NUL, of the record. Counted from 1.
    public var line: Int

    /// Makes an error.
    public init(code: Code, line: Int) {
        self.code = code
        self.line = line
    }

    /// A sentence without a period.
    public var description: String {
        switch code {
        case .containsNull: "line \(line) contains a NUL"
        case .tooLong(let limit): "line \(line) is longer than a command can be, \(limit) bytes"
        case .badOrder(let reason): "line \(line): \(reason)"
        }
    }
}

/// Splits a list of jobs into its records, as its bytes arrive.
struct JobList {
    /// The most bytes of a record. Linux limits each argument of a command, and macOS all of them together.
    static let mostBytes: Int = {
        #if canImport(Darwin)
        sysconf(_SC_ARG_MAX) - 1
        #else
        32 * sysconf(Int32(_SC_PAGESIZE)) - 1
        #endif
    }()

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let end: UInt8
    /// The number of records that have ended.
    private var count = 0
    /// The beginning of a record whose end has not arrived.
    private var rest: [UInt8] = []
    /// The number of the record of each job that was returned last.
    private(set) var lines: [Int] = []

    init(endingIn end: JobGroup.RecordEnd) {
        self.end = end.byte
    }

    /// Takes the next bytes, and returns the jobs in the records that have ended.
    ///
    /// - Parameter isLast: Whether the list ends with these bytes. Its last record needs no end.
    mutating func take(_ bytes: some Collection<UInt8>, isLast: Bool) throws(JobListError) -> [JobGroup.Job] {
        var jobs: [JobGroup.Job] = []
        lines = []
        func add(_ job: JobGroup.Job?) {
            guard let job else { return }
            jobs.append(job)
            lines.append(count)
        }
        var bytes = bytes[...]
        while let place = bytes.firstIndex(of: end) {
            try append(bytes[..<place])
            bytes = bytes[bytes.index(after: place)...]
            add(try takeRecord())
        }
        try append(bytes)
        if isLast { add(try takeRecord()) }
        return jobs
    }

    private mutating func append(_ bytes: some Collection<UInt8>) throws(JobListError) {
        // A record that never ends is not kept whole.
        if rest.count + bytes.count > Self.mostBytes {
            throw JobListError(code: .tooLong(limit: Self.mostBytes), line: count + 1)
        }
        if bytes.contains(0) { throw JobListError(code: .containsNull, line: count + 1) }
        rest += bytes
    }

    private mutating func takeRecord() throws(JobListError) -> JobGroup.Job? {
        let isMarked = count == 0 && rest.starts(with: Self.byteOrderMark)
        let record = isMarked ? rest[Self.byteOrderMark.count...] : rest[...]
        defer { rest.removeAll(keepingCapacity: true) }
        count += 1
        let job = JobGroup.Job(line: CommandArgument(whole: record))
        if job?.hasBrokenOrder == true {
            let reason = "expected names, '):' and a command after '(after', as in 'test (after build, lint): make test'"
            throw JobListError(code: .badOrder(reason: reason), line: count)
        }
        return job
    }
}

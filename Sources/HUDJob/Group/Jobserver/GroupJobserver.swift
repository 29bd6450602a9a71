import HUDLibc
import Synchronization

/// A group's side of a jobserver: that of the make that runs this process, or one of its own.
final class GroupJobserver {
    /// Programs that take tokens.
    static let programs: Set = ["make", "gmake", "ninja", "cargo"]

    private var offer: JobserverOffer?
    private var tokens: JobserverTokens
    private let offersToAll: Bool
    /// Whether each make can open a named pipe, by the word that runs it.
    private var makes: [RawWord: Bool] = [:]

    /// Opens the jobserver of the make that runs this process. Returns nil if there is none.
    init?() {
        guard let flags = getenv("MAKEFLAGS").map({ RawWord($0) }), let place = JobserverFlags.place(in: flags),
            let tokens = JobserverTokens.open(place)
        else { return nil }
        self.tokens = tokens
        offersToAll = false
    }

    /// Makes a jobserver with `limit` slots. Returns nil with errno if that fails.
    ///
    /// - Parameter offersToAll: Whether all jobs are told of it, and not only make, ninja and cargo.
    init?(limit: Int, offersToAll: Bool) {
        guard let offer = JobserverOffer.make(limit: limit), let tokens = JobserverTokens.open(offer.place) else { return nil }
        self.offer = consume offer
        self.tokens = tokens
        self.offersToAll = offersToAll
    }

    /// Readable when there may be a token.
    var readEnd: Int32 { tokens.readEnd }

    /// Takes a token if there is one.
    func take() -> Bool { tokens.take() }

    /// Gives a token back.
    func giveBack() { tokens.giveBack() }

    /// No job runs: tokens that were lost with a killed job are made again.
    func noJobRuns() { offer?.refill() }

    /// `MAKEFLAGS` for a job that is offered slots; nil: as it is.
    ///
    /// - Parameter program: The word that runs the job.
    func flags(for program: RawWord) -> RawWord? {
        guard offer != nil else { return nil }
        let name = program.fileName
        guard offersToAll || Self.programs.contains(name) else { return nil }
        return offer?.flags(knowsFIFO: !["make", "gmake"].contains(name) || knowsFIFO(program))
    }

    private func knowsFIFO(_ make: RawWord) -> Bool {
        if let known = makes[make] { return known }
        let output = FirstLine()
        var configuration = HUDJob.Configuration()
        configuration.terminal = .pipe
        configuration.output = .hide
        configuration.timeLimit = .seconds(2)
        configuration.onLine = { output.add($0) }
        _ = try? HUDJob(words: [make, "--version"], configuration: configuration).run(under: nil)
        let knows = JobserverFlags.knowsFIFO(output.line ?? "")
        makes[make] = knows
        return knows
    }

    private final class FirstLine: Sendable {
        private let first = Mutex<String?>(nil)

        func add(_ line: String) { first.withLock { if $0 == nil { $0 = line } } }

        var line: String? { first.withLock { $0 } }
    }
}

extension RawWord {
    /// What follows the last slash.
    var fileName: String {
        let bytes = utf8
        let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? bytes.startIndex
        return String(decoding: bytes[start...], as: UTF8.self)
    }
}

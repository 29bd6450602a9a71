import HUDLibc

/// A group's side of a jobserver: that of the make that runs this process, or one of its own.
final class GroupJobserver {
    /// Programs that take tokens.
    static let programs: Set = ["make", "gmake", "ninja", "cargo"]

    private var offer: JobserverOffer?
    var tokens: JobserverTokens
    private let offersToAll: Bool
    private let makes = MakeVersions()

    /// Opens the jobserver of the make that runs this process. Returns nil if there is none.
    init?() {
        guard let flags = getenv("MAKEFLAGS").map({ CommandArgument($0) }), let place = JobserverFlags.place(in: flags),
            let tokens = JobserverTokens.open(place)
        else { return nil }
        self.tokens = tokens
        offersToAll = false
    }

    /// Makes a jobserver with `limit` slots. Returns nil if that fails.
    ///
    /// - Parameter offersToAll: Whether all jobs are told of it, and not only make, ninja and cargo.
    init?(limit: Int, offersToAll: Bool) {
        guard let offer = JobserverOffer(limit: limit), let tokens = JobserverTokens.open(offer.place) else { return nil }
        self.offer = offer
        self.tokens = tokens
        self.offersToAll = offersToAll
    }

    /// Makes tokens again that were lost with a killed job. Called while no job runs.
    func refill() { offer?.refill() }

    /// What returns `MAKEFLAGS` for a job that is offered slots; nil: they stay as they are. It may run a make to ask for its version, so the job's
    /// thread calls it.
    ///
    /// - Parameter program: The word that runs the job.
    func flags(for program: CommandArgument) -> (@Sendable () -> CommandArgument?)? {
        guard let offer else { return nil }
        let name = program.fileName
        guard offersToAll || Self.programs.contains(name) else { return nil }
        let isMake = ["make", "gmake"].contains(name)
        return { [makes] in offer.flags(for: isMake ? makes.way(for: program) : .fifo) }
    }
}

extension CommandArgument {
    /// What follows the last slash.
    package var fileName: String {
        let bytes = utf8
        let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? bytes.startIndex
        return String(decoding: bytes[start...], as: UTF8.self)
    }
}

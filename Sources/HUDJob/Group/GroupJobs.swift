import HUDCore

/// The jobs of a group: their commands, and what is known of each.
struct GroupJobs {
    /// A job from its first start until it is done.
    struct Member {
        var node: ProgressNode?
        var run: CapturedRun?
        var output: JournalEntry
        /// When its last two runs began, since 1970, by their attempts. Our clock stops with this process.
        var begins: [Int: Duration] = [:]
        /// Why the system refused to start it.
        var refusal: HUDJobError?
        /// The line that says that it has failed.
        var head: [UInt8] = []
        /// The lines around its output.
        var fold: LogFolding.Fold?
        /// The attempt whose end was reported as one that another run follows.
        var reportedAttempt: Int?
        /// How many pauses its thread was asked for and has not answered.
        var pauses = 0
    }

    /// A job that has failed and can run again.
    struct Failed {
        var node: ProgressNode
        /// What it has printed; nil if no key can show it.
        var output: JournalEntry?
    }

    /// The known jobs. Of those that were read and are done, only the names are left by which others come after them.
    private(set) var list: [JobGroup.Job] = []
    /// The bytes of the jobs that were read, and of each that has not started.
    private(set) var waitingBytes = 0
    private var sizes: [UInt32] = []
    /// The jobs that some of them come after.
    var predecessors: [Int: [Int]] = [:]
    var upcoming = GroupUpcoming()
    /// Where further ones come from; nil: all are known.
    var input: GroupInput?
    var members: [Int: Member] = [:]
    /// The failed jobs, if keys or a controller can ask for another run.
    var failed: [Int: Failed] = [:]
    /// Whether the program can ask for another run of a failed job.
    let canBeAsked: Bool
    /// How long commands took before; nil: that does not matter.
    let known: HistoryFile.Known?

    init(_ group: JobGroup, canBeAsked: Bool) throws(HUDJobError) {
        self.canBeAsked = canBeAsked
        known = group.configuration.usesHistory ? HistoryFile.Known() : nil
        switch group.source {
        case .list(let list):
            self.list = list
            do throws(JobOrder.Problem) {
                predecessors = try JobOrder.predecessors(in: list) { "job \($0 + 1)" }
            } catch {
                throw HUDJobError(code: .badOrder(reason: error.reason), errorNumber: 0)
            }
        case .lines(let descriptor, let end): input = GroupInput(descriptor, endingIn: end)
        }
    }

    /// Takes a job that was read.
    mutating func add(_ job: JobGroup.Job, after: [Int]) {
        if !after.isEmpty { predecessors[list.count] = after }
        list.append(job)
        sizes.append(UInt32(clamping: job.size))
        waitingBytes += Int(sizes[sizes.count - 1])
    }

    /// Notes that a job has started, or will not start.
    mutating func noteStart(of number: Int) {
        guard sizes.indices.contains(number) else { return }
        waitingBytes -= Int(sizes[number])
        sizes[number] = 0
    }

    /// Gives back what a job that was read takes, which can't run any more: the input may go on forever.
    mutating func forget(_ number: Int) {
        noteStart(of: number)
        if sizes.indices.contains(number) { list[number] = list[number].remainder }
    }
}

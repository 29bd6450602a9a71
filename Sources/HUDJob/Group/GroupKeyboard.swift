import CTerminalSupport
import HUDLibc

/// The keyboard of a group: for the job that runs, for the rows, for a pager, or for nothing.
struct GroupKeyboard: ~Copyable {
    /// Whether a person types what the job that runs reads.
    let isOfJob: Bool
    /// Whether its keys are passed to the job, through the pseudo-terminal of its output.
    let isRelayed: Bool
    private var keyboard = Keyboard(-1)
    /// What the keys for the rows mean.
    var keys = GroupKeys()
    /// The program that shows the output of a job now; nil if none does.
    var pager: GroupPager?
    /// The job that was selected by a key last; nil if none was.
    var chosenJob: Int?

    /// How often to look whether this process is in the foreground. No signal says so: a shell sends SIGCONT only to a job that was stopped.
    static var patience: Duration { .milliseconds(250) }

    init(_ configuration: JobGroup.Configuration, printsAtOnePlace: Bool) {
        isOfJob = configuration.inheritsInput && configuration.slots == 1 && isatty(STDIN_FILENO) == 1
        isRelayed = isOfJob && configuration.readsKeys && printsAtOnePlace && configuration.resultsFolder == nil
    }

    /// Reads the keyboard, once this process is in the foreground.
    mutating func open() { keyboard = Keyboard(STDIN_FILENO, waitsForForeground: true, readsStopKey: !isRelayed) }

    /// Whether keys act on the rows.
    var actsOnRows: Bool { isOpen && !isRelayed }

    /// Whether keys are read in the foreground.
    var isOpen: Bool { keyboard.descriptor >= 0 }

    /// Where keys are read; -1 in the background.
    mutating func descriptor() -> Int32 { keyboard.isOurs() ? keyboard.descriptor : -1 }

    /// What was typed. If ^Z was among it: what was typed behind that, for the shell. As with a signal, what was typed before it is lost.
    mutating func bytes() -> (bytes: ArraySlice<UInt8>, isStop: Bool) {
        let bytes = keyboard.bytes()
        guard let stop = bytes.lastIndex(where: { $0 == keyboard.stopKey }) else { return (bytes, false) }
        return (bytes[(stop + 1)...], true)
    }

    /// Lets ^Z send its signal again, because no more keys are read.
    mutating func endReading() { keyboard.endReading() }

    /// Gives the keyboard back, and keys that are for another program, if the kernel allows that.
    mutating func giveBack(_ keys: ArraySlice<UInt8> = []) {
        keyboard.giveBack()
        for key in keys { _ = hud_push_back(STDIN_FILENO, key) }
    }
}

/// What happens to the output that a job writes to the terminal.
///
/// A question in output that is not shown is printed, with the lines that came with it, so that it can be answered: the end of the output while the job reads its
/// terminal and is silent. On Linux the system says that a process waits for input. Otherwise it is a job that has turned echo or line editing off, or an
/// unfinished line that looks like a question. A full-screen program, such as a pager, is shown.
public enum OutputPolicy: Sendable, Hashable {
    /// It is printed above the HUD.
    case show
    /// Its last lines are shown in the HUD; all of it is printed if the job fails.
    case last(Int)
    /// It is printed if the job fails.
    case failure
    /// It is discarded.
    case hide
    /// Its first bytes, at most this many, are the result's ``HUDJob/Result/output``, and nothing is printed.
    ///
    /// `run()` and `run(in:)` of a command collect standard output alone, through a pipe, so that it is
    /// what another program would read. Standard error is printed.
    case collect(upTo: Int)

    /// Whether output is hidden at least until the job has failed.
    var hides: Bool {
        switch self {
        case .show, .collect: false
        case .last, .failure, .hide: true
        }
    }
}

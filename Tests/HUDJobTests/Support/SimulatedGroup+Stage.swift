extension SimulatedGroup {
    /// How a job stands.
    enum Stage: Equatable {
        case unknown
        case skipped
        /// Not run, because a job that it comes after has not succeeded.
        case blocked
        case waiting
        case running
        /// The main process has ended, and the output has not.
        case draining
        case printing
        case done
    }
}

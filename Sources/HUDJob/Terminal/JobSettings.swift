import CTerminalSupport
import HUDLibc

/// The settings of a job's terminal: those that it was given, and those that the job leaves to ours.
struct JobSettings {
    private var given = termios()
    private var isGiven = false
    /// Nil if the job has changed nothing, or if our terminal does not get it.
    private var left: termios?

    /// - Parameter slave: The job's end of its terminal.
    init(of slave: Int32) { tcgetattr(slave, &given) }

    /// Copies the settings of our terminal to the job's, once, unless the job has changed its own.
    mutating func give(to slave: Int32, like model: Int32, isShared: Bool) {
        if isGiven { return }
        isGiven = true
        var now = termios()
        tcgetattr(slave, &now)
        if hud_is_same_settings(&now, &given) { hud_copy_settings(model, slave, isShared, &given) }
    }

    /// Keeps the settings that the job has left, if it has changed them.
    mutating func keep(_ settings: termios) {
        var settings = settings
        if isGiven, !hud_is_same_settings(&settings, &given) { left = settings }
    }

    /// Applies what was kept to our terminal.
    func apply(to descriptor: Int32, isShared: Bool) {
        if var left { hud_apply_job_settings(descriptor, &left, isShared) }
    }
}

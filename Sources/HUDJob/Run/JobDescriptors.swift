import CTerminalSupport
import HUDLibc

/// Descriptors that no other job inherits.
enum JobDescriptors {
    /// A pipe's ends, the one to read from first; nil with errno if there are no descriptors left.
    static func pipe() -> (Int32, Int32)? {
        var ends: [Int32] = [-1, -1]
        return hud_pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
    }

    /// A pseudo-terminal's ends, ours first; nil with errno if there is none to be had.
    static func pseudoTerminal(like model: Int32) -> (Int32, Int32)? {
        var ends: (Int32, Int32) = (-1, -1)
        return hud_open_pseudo_terminal(model, &ends.0, &ends.1) == 0 ? ends : nil
    }
}

/// close(2), for types that have a method of that name.
func hudClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

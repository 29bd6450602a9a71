import CTerminalSupport

/// Writes all of some bytes to a descriptor.
package enum TerminalOutput {
    /// Writes `bytes`, usually in one call, and continues after a partial write.
    ///
    /// An error (a closed descriptor, a hangup) ends the write silently, because a HUD never fails its job.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = CTerminalSupport.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if hud_errno() == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                if poll(&ready, 1, -1) < 0, hud_errno() != EINTR { return }
            } else if hud_errno() != EINTR {
                return
            }
        }
    }
}

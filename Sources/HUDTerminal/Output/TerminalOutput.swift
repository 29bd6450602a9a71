import CTerminalSupport

/// Writes bytes to a descriptor, all of them.
package enum TerminalOutput {
    /// Writes `bytes`, in one call as a rule; goes on where the kernel took only a part.
    ///
    /// A descriptor that takes no more (closed, hung up) is given up: a HUD never fails its job.
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

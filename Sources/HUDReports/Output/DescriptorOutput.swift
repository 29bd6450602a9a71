import CTerminalSupport

/// Writes all of some bytes to a descriptor.
package enum DescriptorOutput {
    /// Writes `bytes`, usually in one call, and continues after a partial write.
    ///
    /// A HUD never fails its job, so most callers ignore an error (a closed descriptor, a hangup).
    ///
    /// - Parameter raisesSIGPIPE: Whether a pipe without a reader raises SIGPIPE, and a file at its limit SIGXFSZ. Either is an error in any case.
    /// - Returns: 0 or an errno.
    @discardableResult
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, raisesSIGPIPE: Bool = false) -> Int32 {
        var signals = sigset_t()
        let state = raisesSIGPIPE ? 0 : hud_block_write_signals(descriptor, &signals)
        defer { if !raisesSIGPIPE { hud_unblock_write_signals(descriptor, &signals, state) } }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = CTerminalSupport.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if hud_errno() == EAGAIN {
                _ = hud_wait_for(descriptor, 1, -1)
            } else if hud_errno() != EINTR {
                return hud_errno()
            }
        }
        return 0
    }
}

import CTerminalSupport

/// A page of captured output that a region writes. While the terminal accepts nothing, a signal handler, or another process after the exit, can write what is
/// left of it, so that it is written exactly once.
enum CapturedPage {
    /// There is none, or the region has not begun to write it.
    ///
    /// Can transition to: taken.
    case none
    /// The region writes it.
    ///
    /// Can transition to: left, none.
    case taken
    /// The terminal has not accepted so many bytes, which are the writer's unsent ones.
    ///
    /// Can transition to: taken, none.
    case left(Int)
}

extension InlineRegion {
    /// Takes a page before it is written.
    ///
    /// - Returns: What a signal handler has not written; nil while one writes it.
    func takePage(_ page: UnsafeRawBufferPointer, _ state: inout State) -> UnsafeRawBufferPointer? {
        let count = hud_capture_take_page()
        guard count >= 0 else { return nil }
        state.page = .taken
        return UnsafeRawBufferPointer(rebasing: page.suffix(count))
    }

    /// Takes the rest of a page before it is written, without what a signal handler has written meanwhile.
    ///
    /// - Returns: False while one writes it.
    func takePageBack(_ state: inout State) -> Bool {
        guard case .left(let count) = state.page else { return true }
        let rest = hud_capture_take_page()
        guard rest >= 0 else { return false }
        state.page = .taken
        writer.dropUnsent(max(0, count - rest))
        return true
    }

    /// Leaves the rest of a page that the terminal has not accepted.
    func leavePage(_ state: inout State) {
        guard case .taken = state.page else { return }
        let isInFarewell = state.session?.farewellHasUnsent ?? false
        state.page = .left(
            writer.unsent.withUnsafeBytes { hud_capture_leave_page($0.baseAddress, $0.count, isInFarewell) })
    }
}

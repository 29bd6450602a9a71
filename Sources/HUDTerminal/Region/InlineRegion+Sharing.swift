import CTerminalSupport
import Synchronization

extension InlineRegion {
    /// The regions that renderers have now, by their terminals.
    private static let shared = Mutex(TerminalRegistry())

    /// The region of the terminal on `descriptor`. All renderers of one terminal share it. A descriptor whose output is captured stands for the
    /// terminal that it was.
    ///
    /// - Parameter options: The first renderer's options hold for as long as the region is in use.
    static func region(for descriptor: Int32, options: TerminalOptions) -> InlineRegion {
        let descriptor = hud_capture_terminal(descriptor)
        guard let capabilities = TerminalCapabilities(descriptor: descriptor, options: options),
            !options.sharesTerminal || capabilities.canPin
        else {
            return InlineRegion(descriptor: descriptor, capabilities: nil, options: options)
        }
        let terminal = TerminalIdentity(of: descriptor)
        var options = options
        options.showsFrameMeter = options.showsFrameMeter ?? TerminalEnvironment.current.asksForFrameMeter
        return shared.withLock { shared in
            shared.object(for: terminal) {
                InlineRegion(descriptor: descriptor, capabilities: capabilities, options: options)
            }
        }
    }
}

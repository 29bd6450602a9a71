import CTerminalSupport
import Synchronization

extension InlineRegion {
    /// The regions that renderers have now, by their terminals' device numbers.
    private static let shared = Mutex<[UInt64: WeakRegion]>([:])

    private struct WeakRegion {
        weak var region: InlineRegion?
    }

    /// The region of the terminal on `descriptor`: the same for everybody who draws on it.
    ///
    /// - Parameter options: The first one's word counts, for as long as the region is in use.
    static func region(for descriptor: Int32, options: TerminalOptions) -> InlineRegion {
        guard let capabilities = TerminalCapabilities(descriptor: descriptor, options: options),
            !options.sharesTerminal || capabilities.pinning != nil
        else {
            return InlineRegion(descriptor: descriptor, capabilities: nil, options: options)
        }
        let device = hud_device_number(descriptor)
        return shared.withLock { shared in
            shared = shared.filter { $0.value.region != nil }
            if let region = shared[device]?.region { return region }
            let region = InlineRegion(descriptor: descriptor, capabilities: capabilities, options: options)
            shared[device] = WeakRegion(region: region)
            return region
        }
    }
}

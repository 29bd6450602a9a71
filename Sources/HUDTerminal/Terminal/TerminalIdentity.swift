import CTerminalSupport

/// Which terminal a descriptor is. Two descriptors of one terminal have the same identity, however they were opened.
enum TerminalIdentity: Hashable, Sendable {
    /// The controlling terminal. There is one, and `/dev/tty` is another name of it, with a device number of its own.
    case controlling
    /// Any other terminal, by its device number.
    case device(UInt64)

    init(of descriptor: Int32) {
        let session = tcgetsid(descriptor)
        self = session > 0 && session == getsid(0) ? .controlling : .device(hud_device_number(descriptor))
    }
}

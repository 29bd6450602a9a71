/// A terminal without a descriptor, on which an ``InlineRenderer`` draws in memory.
package protocol VirtualTerminal: AnyObject, Sendable {
    /// The window's size now.
    var window: WindowSize { get }

    /// The time, by which redraws are limited while much is printed.
    var now: HUDInstant { get }

    /// Receives the bytes of one write, in order and never concurrently. Must not call the renderer.
    func write(_ bytes: [UInt8])
}

import CNcurses

/// A stand-in over Farewell.
public struct TerminalSession: ~Copyable, Sendable {
    final class Owner: Sendable {}
    let owner = Owner()
    let descriptor: Int32
    public init(descriptor: Int32, farewell: [UInt8], restoresSettings: Bool = false, chainsHostHandlers: Bool = true) {
        self.descriptor = descriptor
        Farewell.arm(for: owner, descriptor: descriptor, farewell: farewell)
    }
    @discardableResult public mutating func setFarewell(_ bytes: [UInt8]) -> Bool {
        Farewell.disarm(for: owner)
        Farewell.arm(for: owner, descriptor: descriptor, farewell: bytes)
        return true
    }
    @discardableResult public func write(_ bytes: [UInt8]) -> Bool {
        guard !Farewell.isOver else { return false }
        bytes.withUnsafeBytes { TerminalOutput.write($0, to: descriptor) }
        return true
    }
    public var interruptions: Int { 0 }
    public consuming func end(writesFarewell: Bool = true) {
    }
    deinit { Farewell.disarm(for: owner) }
}

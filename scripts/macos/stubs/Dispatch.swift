// The declarations of Dispatch that tests, probes and benchmarks use, as macOS has them. Only to compile against.
@_exported import Darwin

open class DispatchObject: @unchecked Sendable {}

public final class DispatchSemaphore: DispatchObject, @unchecked Sendable {
    public init(value: Int) {}
    @discardableResult
    public func signal() -> Int { 0 }
    public func wait() {}
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .timedOut }
}

public final class DispatchGroup: DispatchObject, @unchecked Sendable {
    public override init() {}
    public func enter() {}
    public func leave() {}
    public func wait() {}
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .timedOut }
}

public final class DispatchQueue: DispatchObject, @unchecked Sendable {
    public init(label: String) {}
    public static func global() -> DispatchQueue { DispatchQueue(label: "") }
    public static func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
    public func async(group: DispatchGroup? = nil, execute work: @escaping @Sendable @convention(block) () -> Void) {}
    public func sync<Result>(execute work: () throws -> Result) rethrows -> Result { try work() }
}

public enum DispatchTimeoutResult: Sendable {
    case success
    case timedOut
}

public enum DispatchTimeInterval: Sendable {
    case seconds(Int)
    case milliseconds(Int)
    case microseconds(Int)
    case nanoseconds(Int)
    case never
}

public struct DispatchTime: Sendable {
    public static func now() -> DispatchTime { DispatchTime() }
    public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { time }
    public static func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }
}

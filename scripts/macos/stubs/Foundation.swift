// The declarations of Foundation that tests use, as macOS has them. Only to compile against.
@_exported import Dispatch

public struct URL: Hashable, Sendable {
    public init(fileURLWithPath path: String) {}
    public var path: String { "" }
    public var lastPathComponent: String { "" }
    public var pathExtension: String { "" }
    public func appendingPathComponent(_ pathComponent: String) -> URL { self }
    public func appendingPathExtension(_ pathExtension: String) -> URL { self }
    public func deletingLastPathComponent() -> URL { self }
    public func deletingPathExtension() -> URL { self }
}

public final class Bundle: @unchecked Sendable {
    public init() {}
    public var bundleURL: URL { URL(fileURLWithPath: "") }
}

public struct Data: RandomAccessCollection, Hashable, Sendable {
    public typealias SubSequence = Slice<Data>
    public init(contentsOf url: URL) throws {}
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(position: Int) -> UInt8 { 0 }
}

public final class JSONDecoder {
    public init() {}
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError("not Foundation") }
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data.SubSequence) throws -> Value { fatalError("not Foundation") }
}

public final class FileManager: @unchecked Sendable {
    public static var `default`: FileManager { FileManager() }
    public func contentsOfDirectory(at url: URL, includingPropertiesForKeys keys: [String]?) throws -> [URL] { [] }
    public func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
    public func createDirectory(at url: URL, withIntermediateDirectories createIntermediates: Bool) throws {}
    public func fileExists(atPath path: String) -> Bool { false }
}

public final class ProcessInfo: @unchecked Sendable {
    public static var processInfo: ProcessInfo { ProcessInfo() }
    public var environment: [String: String] { [:] }
}

public struct StringEncoding: Sendable {
    public static let utf8 = StringEncoding()
}

extension String {
    public typealias Encoding = StringEncoding
    public init(contentsOf url: URL, encoding: Encoding) throws { self = "" }
    public func write(to url: URL, atomically useAuxiliaryFile: Bool, encoding: Encoding) throws {}
}

extension StringProtocol {
    public func contains<Other: StringProtocol>(_ other: Other) -> Bool { false }
}

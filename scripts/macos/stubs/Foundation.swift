// The declarations of Foundation that HUDFoundation, the tests and the examples use, as macOS has them. Only to compile against.
@_exported import Darwin
@_exported import Dispatch

public struct URL: Hashable, Sendable {
    public init(fileURLWithPath path: String) {}
    public init?(string: String) {}
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
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let alwaysMapped = ReadingOptions(rawValue: 8)
    }
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let atomic = WritingOptions(rawValue: 1)
    }
    public init(contentsOf url: URL, options: ReadingOptions = []) throws {}
    public func write(to url: URL, options: WritingOptions = []) throws {}
    public init(repeating repeatedValue: UInt8, count: Int) {}
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(position: Int) -> UInt8 { 0 }
}

public final class JSONDecoder {
    public init() {}
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError("not Foundation") }
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data.SubSequence) throws -> Value { fatalError("not Foundation") }
}

public final class FileHandle: @unchecked Sendable {
    public init(forReadingFrom url: URL) throws {}
    public func read(upToCount count: Int) throws -> Data? { nil }
    public func close() throws {}
}

public struct FileAttributeKey: Hashable, Sendable {
    public static let size = FileAttributeKey()
}

public final class FileManager: @unchecked Sendable {
    public func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
    public func moveItem(at source: URL, to destination: URL) throws {}
    public static var `default`: FileManager { FileManager() }
    public func contentsOfDirectory(at url: URL, includingPropertiesForKeys keys: [String]?) throws -> [URL] { [] }
    public func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
    public func createDirectory(at url: URL, withIntermediateDirectories createIntermediates: Bool) throws {}
    public func fileExists(atPath path: String) -> Bool { false }
    public func removeItem(at url: URL) throws {}
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

open class NSObject {
    public init() {}
}

public let NSLocalizedDescriptionKey = ""

public final class NSError: Error {
    public init(domain: String, code: Int, userInfo: [String: Any]? = nil) {}
}

public struct URLError: Error {
    public struct Code: Hashable, Sendable {
        public static let cancelled = Code()
    }

    public init(_ code: Code) {}
    public var code: Code { Code() }
}

extension Error {
    public var localizedDescription: String { "" }
}

public final class Thread: @unchecked Sendable {
    public init(block: @escaping @Sendable () -> Void) {}
    public func start() {}
}

public struct ProgressKind: Hashable, Sendable {
    public static let file = ProgressKind()
}

open class Progress: NSObject, @unchecked Sendable {
    public init(totalUnitCount: Int64) {}
    open var kind: ProgressKind?
    open var totalUnitCount: Int64 = 0
    open var completedUnitCount: Int64 = 0
    open var fractionCompleted: Double { 0 }
    open var isIndeterminate: Bool { false }
    open func addChild(_ child: Progress, withPendingUnitCount count: Int64) {}
}

public struct URLRequest: Sendable {
    public init(url: URL) {}
    public var url: URL?
    public var httpMethod: String?
}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
}

open class OperationQueue: NSObject, @unchecked Sendable {}

public protocol URLSessionDelegate: Sendable {}
public protocol URLSessionTaskDelegate: URLSessionDelegate {}
public protocol URLSessionDownloadDelegate: URLSessionTaskDelegate {
    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL)
}

open class URLSession: NSObject, @unchecked Sendable {
    public init(configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue: OperationQueue?) {}
    open func dataTask(with url: URL) -> URLSessionDataTask { fatalError("not Foundation") }
    open func downloadTask(with url: URL) -> URLSessionDownloadTask { fatalError("not Foundation") }
    open func invalidateAndCancel() {}
    open func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask { fatalError("not Foundation") }
}

open class URLResponse: NSObject, @unchecked Sendable {}
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    open var statusCode: Int { 0 }
}

open class URLSessionTask: NSObject, @unchecked Sendable {
    public enum State: Int, Sendable {
        case running, suspended, canceling, completed
    }

    open var originalRequest: URLRequest? { nil }
    open var state: State { .suspended }
    open var response: URLResponse? { nil }
    open var error: (any Error)? { nil }
    open var countOfBytesReceived: Int64 { 0 }
    open var countOfBytesSent: Int64 { 0 }
    open var countOfBytesExpectedToReceive: Int64 { 0 }
    open var countOfBytesExpectedToSend: Int64 { 0 }
    open func resume() {}
    open func suspend() {}
    open func cancel() {}
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}
open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {}

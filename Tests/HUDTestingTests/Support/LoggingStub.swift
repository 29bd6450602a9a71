// As much of apple/swift-log's `Logging` as a log handler needs. Packages can't be fetched in every place where the tests run.

struct Logger: Sendable {
    typealias Metadata = [String: MetadataValue]

    enum Level: String, Sendable {
        case info, error
    }

    struct Message: ExpressibleByStringInterpolation, CustomStringConvertible, Sendable {
        let description: String
        init(stringLiteral text: String) { description = text }
    }

    enum MetadataValue: ExpressibleByStringLiteral, CustomStringConvertible, Sendable {
        case string(String)
        init(stringLiteral text: String) { self = .string(text) }
        var description: String {
            switch self {
            case .string(let text): text
            }
        }
    }

    struct MetadataProvider: Sendable {}

    var handler: any LogHandler

    init(_ handler: some LogHandler) { self.handler = handler }

    func log(_ level: Level, _ message: Message, error: (any Error)? = nil, metadata: Metadata? = nil) {
        handler.log(event: LogEvent(level: level, message: message, error: error, metadata: metadata))
    }
}

struct LogEvent: Sendable {
    var level: Logger.Level
    var message: Logger.Message
    var error: (any Error)?
    var metadata: Logger.Metadata?
}

protocol LogHandler: Sendable {
    var metadataProvider: Logger.MetadataProvider? { get set }
    var metadata: Logger.Metadata { get set }
    var logLevel: Logger.Level { get set }
    func log(event: LogEvent)
    subscript(metadataKey _: String) -> Logger.Metadata.Value? { get set }
}

extension LogHandler {
    var metadataProvider: Logger.MetadataProvider? {
        get { nil }
        set {}
    }
}

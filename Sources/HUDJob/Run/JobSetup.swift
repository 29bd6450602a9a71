import CTerminalSupport

/// A command's environment and directory, as exec(3) takes them.
struct JobSetup: ~Copyable {
    private let variables: ArgumentVector
    private let inheritsVariables: Bool
    /// Whether a zero is among the bytes of a variable or of the directory.
    private let hasZero: Bool
    /// nil: the directory of this process.
    private let directory: CommandArgument?

    /// - Parameter offers: Variables that tell the command where it can report its progress.
    init(_ configuration: HUDJob.Configuration, offers: [String: CommandArgument?]) {
        let words = configuration.environment.words(offers)
        variables = ArgumentVector(words ?? [])
        inheritsVariables = words == nil
        directory = configuration.workingDirectory.map { CommandArgument($0) }
        hasZero = words?.contains { $0.hasZero } == true || directory?.hasZero == true
    }

    /// Whether exec(3) can take a command with this: it has a word, and none of the words has a zero among its bytes.
    func suits(_ command: [CommandArgument]) -> Bool { !hasZero && !command.isEmpty && !command.contains(where: \.hasZero) }

    /// Calls `body` with the environment and the directory; nil for those of this process.
    func withPointers<Result>(
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?, UnsafePointer<CChar>?) -> Result
    ) -> Result {
        let environment = inheritsVariables ? nil : UnsafePointer(variables.pointer)
        guard let directory else { return body(environment, nil) }
        return directory.withCString { body(environment, $0) }
    }
}

extension HUDJob.Environment {
    /// The variables as `NAME=VALUE`, in the order of this process's; nil if they are those of this process.
    fileprivate func words(_ offers: [String: CommandArgument?]) -> [CommandArgument]? {
        var changes: [String: CommandArgument?]
        var words: [CommandArgument] = []
        switch self {
        case .inherited:
            if offers.isEmpty { return nil }
            changes = [:]
            words = Self.ofThisProcess
        case .updating(let updates):
            changes = updates.mapValues { $0.map { CommandArgument($0) } }
            words = Self.ofThisProcess
        case .only(let variables): changes = variables.mapValues { CommandArgument($0) }
        }
        for (name, value) in offers { changes.updateValue(value, forKey: name) }
        words.removeAll { word in changes.keys.contains { word.dropping(prefix: $0 + "=") != nil } }
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
            if let value { words.append(value.prefixed(by: name + "=")) }
        }
        return words
    }

    private static var ofThisProcess: [CommandArgument] {
        var words: [CommandArgument] = []
        guard let environment = hud_copy_environment() else { return words }
        defer { free(environment) }
        var next = environment
        while let text = next.pointee {
            words.append(CommandArgument(text))
            next += 1
        }
        return words
    }
}

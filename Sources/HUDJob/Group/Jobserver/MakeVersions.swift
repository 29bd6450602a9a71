import HUDLibc
import Synchronization

/// Whether each make can open a named pipe, by the word that runs it. The makes are asked for their versions, each once.
final class MakeVersions: Sendable {
    private enum Answer {
        /// Another thread waits for it.
        case pending
        case known(Bool)
    }

    private let answers = Mutex<[CommandArgument: Answer]>([:])

    /// How long a make may take to say its version.
    private static let patience = Duration.seconds(2)

    /// Waits for the answer. A make without one is given descriptors, which every version takes.
    func knowsFIFO(_ make: CommandArgument) -> Bool {
        while true {
            let isAsked = answers.withLock { answers in
                defer { if answers[make] == nil { answers[make] = .pending } }
                return answers[make]
            }
            switch isAsked {
            case .known(let knows): return knows
            case .pending: _ = poll(nil, 0, 5)
            case nil:
                let version = Self.version(of: make)
                let knows = version.map { JobserverFlags.knowsFIFO($0) } ?? false
                // The next job asks again.
                answers.withLock { $0[make] = version == nil ? nil : .known(knows) }
                return knows
            }
        }
    }

    /// The first line of `make --version`; nil if there is none in time.
    private static func version(of make: CommandArgument) -> String? {
        let output = FirstLine()
        var configuration = HUDJob.Configuration()
        configuration.terminal = .pipe
        configuration.output = .hide
        configuration.timeLimit = patience
        configuration.onLine = { output.add($0) }
        _ = try? HUDJob(words: [make, "--version"], configuration: configuration).runUnseen()
        return output.line
    }

    private final class FirstLine: Sendable {
        private let first = Mutex<String?>(nil)

        func add(_ line: String) { first.withLock { if $0 == nil { $0 = line } } }

        var line: String? { first.withLock { $0 } }
    }
}

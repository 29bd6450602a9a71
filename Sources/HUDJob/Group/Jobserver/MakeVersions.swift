import CTerminalSupport
import HUDLibc
import Synchronization

/// How each make takes tokens, by the word that runs it. The makes are asked for their versions, each once.
final class MakeVersions: Sendable {
    private let known = Mutex<[CommandArgument: JobserverFlags.Way]>([:])

    /// How long a make may take to say its version, in milliseconds.
    private static let patience: Int32 = 2000

    /// Waits for the answer. A make without one is given descriptors, which every version since 4.2 takes.
    func way(for make: CommandArgument) -> JobserverFlags.Way {
        // A second job waits for the answer that the first one gets.
        known.withLock { known in
            if let answer = known[make] { return answer }
            let answer = Self.version(of: make).map { JobserverFlags.way(for: $0) }
            // Without an answer the next job asks again.
            known[make] = answer
            return answer ?? .descriptors
        }
    }

    /// The first line of `make --version`; nil if there is none in time.
    private static func version(of make: CommandArgument) -> Substring? {
        let words = ArgumentVector([make, "--version"])
        var output = [UInt8](repeating: 0, count: 1024)
        let status = output.withUnsafeMutableBytes { hud_run_helper(words.pointer, $0.baseAddress, $0.count, patience) }
        guard status == 0 else { return nil }
        return String(decoding: output.prefix { $0 != 0 }, as: UTF8.self).prefix { !$0.isNewline }
    }
}

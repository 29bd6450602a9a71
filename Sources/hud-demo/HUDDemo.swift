import CTerminalSupport
import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// The command, from its arguments to its exit status.
enum HUDDemo {
    static let version = "1.0.0"

    static func run(_ words: [CommandArgument]) -> Int32 {
        hud_reserve_standard_descriptors()
        do {
            let arguments = try Arguments(words)
            if let answer = arguments.settings.answer { return StandardOutput.say(answer) }
            return try arguments.command.run(arguments)
        } catch {
            StandardError.say("\(error)")
            return ExitStatus.usage
        }
    }
}

/// Why the arguments are invalid; one line.
struct UsageError: Error, CustomStringConvertible {
    var message: String
    var description: String { message }
}

/// The exit statuses of hud-demo itself. A job's status is passed on unchanged.
enum ExitStatus {
    static let usage: Int32 = 2
    static let failure: Int32 = 125
}

/// One line at a time on standard error.
enum StandardError {
    static func say(_ message: String) {
        let text = TerminalWindow.isUTF8 ? message : inASCII(message)
        LinePrinters.write(line: "hud-demo: " + text, to: STDERR_FILENO)
    }

    /// A message for a terminal that may only have ASCII.
    static func inASCII(_ message: String) -> String {
        message.unicodeScalars.map { $0.isASCII ? String($0) : $0.escaped }.joined()
    }
}

/// Standard output could not be written.
struct WriteError: Error {
    var code: Int32

    /// Reports the error, unless the reader has closed the pipe.
    var exitStatus: Int32 {
        if code != EPIPE { StandardError.say("can't write to standard output: " + errorText(code)) }
        return ExitStatus.failure
    }
}

/// Standard output: a write is complete or throws.
enum StandardOutput {
    static func put(_ bytes: [UInt8]) throws(WriteError) {
        let error = bytes.withUnsafeBytes { DescriptorOutput.write($0, to: STDOUT_FILENO, raisesSIGPIPE: true) }
        if error != 0 { throw WriteError(code: error) }
    }

    /// Writes a text and returns the exit status for the result.
    static func say(_ text: String) -> Int32 {
        do {
            try put(Array(text.utf8))
            return 0
        } catch {
            return error.exitStatus
        }
    }
}

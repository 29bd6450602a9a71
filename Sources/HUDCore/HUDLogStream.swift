/// Prints above a HUD what `print` is told to write to it, line by line.
///
/// ```swift
/// var log = hud.logStream
/// print("skipped", file, to: &log)
/// ```
///
/// A line is printed as ``HUD/log(_:)`` prints it, once it is whole. A value: each thread takes one of its own, and no two lines mix.
public struct HUDLogStream: TextOutputStream, Sendable {
    private let hud: HUD
    /// What has been written of the line that is not finished yet.
    private var line = ""

    /// An unfinished line of more bytes than this is printed as it is.
    private static let mostBytes = 65536

    /// A stream of lines for `hud`.
    public init(_ hud: HUD) {
        self.hud = hud
    }

    /// Takes up text, and prints the lines that it finishes, together.
    public mutating func write(_ string: String) {
        let scalars = string.unicodeScalars
        guard let end = scalars.lastIndex(of: "\n") else {
            line += string
            if line.utf8.count > Self.mostBytes { flush() }
            return
        }
        var text = (line + string[..<end]).unicodeScalars[...]
        line = String(scalars[scalars.index(after: end)...])
        // What is logged has no line break at its end, or a renderer could not tell it from an empty line.
        var emptyLines = 0
        while text.last == "\n" || text.last == "\r" && text.dropLast().last == "\n" {
            text = text.last == "\r" ? text.dropLast(2) : text.dropLast()
            emptyLines += 1
        }
        hud.log(String(text.last == "\r" ? text.dropLast() : text))
        for _ in 0..<emptyLines { hud.log("") }
    }

    /// Prints the line that is not finished yet, if there is anything of it. What nobody flushes is not printed.
    public mutating func flush() {
        if !line.isEmpty { hud.log(line) }
        line = ""
    }
}

extension HUD {
    /// A stream for `print(_:to:)` whose lines appear above the HUD.
    public var logStream: HUDLogStream { HUDLogStream(self) }
}

import HUDCore
import Testing

@testable import HUDTerminal

/// A file of frames as text. Each frame begins with a line that names it.
struct GoldenFile: CustomTestStringConvertible {
    let name: String
    /// The frames, each with its first line.
    let frames: [String]

    var testDescription: String { name }
    var text: String { frames.joined(separator: "\n") }

    static let all = [
        inlineSizes, inlineModes, inlineStates, inlineLadder, inlineStack, bezelSizes, bezelModes, bezelStates, screens
    ]

    /// A frame's text: its header and the drawing.
    static func frame(_ header: [String], _ lines: [String]) -> String {
        (["== " + header.joined(separator: ", ")] + lines).joined(separator: "\n") + "\n"
    }

    /// The frames of a text, as `frames` has them.
    static func frames(of text: String) -> [String] {
        var frames: [[Substring]] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("== ") { frames.append([]) }
            if frames.isEmpty { frames.append([]) }
            frames[frames.count - 1].append(line)
        }
        return frames.map { lines in
            // Frames are separated by an empty line.
            var lines = lines[...]
            while lines.last == "" { lines.removeLast() }
            return lines.joined(separator: "\n") + "\n"
        }
    }
}

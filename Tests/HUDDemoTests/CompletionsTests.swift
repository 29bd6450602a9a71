import HUDJob
import Testing

@testable import hud_demo

@Suite struct CompletionsTests {
    /// The words of a text that can be options or names.
    private func words(_ text: some StringProtocol) -> Set<String> {
        Set(text.split { !($0.isLetter || $0.isNumber || "-_:".contains($0)) }.map { String($0) })
    }

    /// The part of a script that offers the options of a place.
    private func part(of place: Command, for shell: Shell) -> String {
        let lines = shell.completions.split(separator: "\n")
        switch shell {
        case .bash:
            return lines.filter { $0.contains(" \(place.name):-*) ") }.joined()
        case .fish:
            let condition = "'__hud_demo_is \(place.name.isEmpty ? "first wrap" : place.name)'"
            return lines.filter { $0.contains(condition) }.joined(separator: "\n")
        case .zsh:
            let start = place.name.isEmpty ? "    _arguments " : "            \(place.name))"
            let part = lines.drop { !$0.hasPrefix(start) }.drop { !$0.contains("_arguments") }.dropFirst()
            return part.prefix { $0.hasSuffix("\\") }.joined(separator: "\n")
        }
    }

    @Test(arguments: Shell.allCases) func `Every option is offered in its place`(shell: Shell) {
        for place in Command.all {
            let words = words(part(of: place, for: shell))
            for option in place.options {
                let isOffered = words.contains((shell == .fish ? "" : "--") + option.name)
                #expect(isOffered, "--\(option.name) of '\(place.name)'")
                guard let short = option.short else { continue }
                let isLetterOffered = words.contains((shell == .fish ? "" : "-") + String(short))
                #expect(isLetterOffered, "-\(short) of '\(place.name)'")
            }
        }
    }

    @Test(arguments: Shell.allCases) func `Every option that takes a value is known to do so`(shell: Shell) {
        let script = shell.completions.split(separator: "\n").filter { $0.contains("--") || shell == .fish }
        for place in Command.all {
            for option in place.options where option.takesValue {
                let isKnown = script.contains { line in
                    switch shell {
                    case .bash:
                        line.contains("| \(place.name)--\(option.name)") || line.contains(" \(place.name)--\(option.name) |")
                    case .zsh: line.contains("--\(option.name)=")
                    case .fish: line.contains(" -l \(option.name) -x") || line.contains(" -l \(option.name) -r")
                    }
                }
                #expect(isKnown, "--\(option.name) of '\(place.name)'")
            }
        }
    }

    @Test(arguments: Shell.allCases) func `Every name that an option takes is in the script`(shell: Shell) {
        let words = words(shell.completions)
        let arguments = Command.all.flatMap { $0.options.compactMap(\.argument) + [$0.words] }
        for argument in arguments {
            for name in argument.words {
                let isThere = words.contains(name) || words.contains(String(name.dropLast()))
                #expect(isThere, "\(name)")
            }
        }
    }

    @Test func `The tables contain no characters that are special in a shell`() {
        let options = Command.all.flatMap(\.options)
        for text in options.map(\.summary) + Command.subcommands.map(\.summary) {
            #expect(
                !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || " ,-".contains($0)) }, "\(text)")
        }
        for argument in options.compactMap(\.argument) + Command.all.map(\.words) {
            for name in argument.words {
                #expect(name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ":-".contains($0)) }, "\(name)")
            }
        }
    }
}

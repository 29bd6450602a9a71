import Testing

@testable import hud_demo

@Suite struct CompletionsTests {
    /// The words of a script, as far as options and names go.
    private func words(_ shell: Shell) -> Set<Substring> {
        Set(shell.completions.split { !($0.isLetter || $0.isNumber || "-_:.".contains($0)) })
    }

    @Test(arguments: Shell.allCases) func `Every option of every command is in the script`(shell: Shell) {
        let words = words(shell)
        for place in CompletionPlace.all {
            for option in place.options {
                let long = shell == .fish ? option.name : "--" + option.name
                let forms = place.name.isEmpty || shell != .bash ? [long] : [long, place.name + long]
                #expect(forms.contains { words.contains(Substring($0)) }, "\(long) of '\(place.name)'")
                if let short = option.short {
                    #expect(words.contains(shell == .fish ? Substring(String(short)) : "-" + String(short)), "-\(short)")
                }
            }
        }
    }

    @Test(arguments: Shell.allCases) func `Every name that an option takes is in the script`(shell: Shell) {
        let words = words(shell)
        let arguments = CompletionPlace.all.flatMap { $0.options.compactMap(\.value) } + Subcommand.allCases.map(\.words)
        for case .oneOf(let names) in arguments {
            for name in names { #expect(words.contains(Substring(name)) || words.contains(name.dropLast()), "\(name)") }
        }
    }

    @Test func `Nothing in the table means anything to a shell`() {
        let options = CompletionPlace.all.flatMap(\.options)
        for text in options.map(\.summary) + Subcommand.allCases.map(\.summary) {
            #expect(
                !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || " ,-".contains($0)) }, "\(text)")
        }
        for case .oneOf(let names) in options.compactMap(\.value) + Subcommand.allCases.map(\.words) {
            for name in names {
                #expect(name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ":-".contains($0)) }, "\(name)")
            }
        }
    }

    @Test func `Every option of the table is one that is read`() throws {
        for option in WrapOptions.known where option.name != "spinner-file" {
            let value: String? =
                switch option.value {
                case .oneOf(let names): names.first
                case .any, .file: "1"
                case nil: nil
                }
            let words = ["hud-demo", "--" + option.name] + (value.map { [$0] } ?? [])
            _ = try Invocation(words.map { RawWord($0) })
        }
    }
}

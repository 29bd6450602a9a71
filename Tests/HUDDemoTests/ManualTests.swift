import Foundation
import Testing

@testable import hud_demo

/// The lists of options in the manual page. `make man` writes them.
@Suite struct ManualTests {
    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../man/hud-demo.1")

    /// The first line of an item, such as `.It Fl l , Fl -label Ar text`.
    private func heading(_ option: Option) -> String {
        let names = option.spellings.map { "Fl " + $0.dropFirst() }.joined(separator: " , ")
        guard let argument = option.argument else { return ".It \(names)" }
        let value = argument.isChoice ? "Cm " + argument.words.joined(separator: " | ") : "Ar " + argument.name
        return ".It \(names) " + (argument.isOptional ? "Ns Op Cm = Ns \(value)" : value)
    }

    private func item(_ option: Option) -> String {
        var item = heading(option) + "\n" + option.manual
        if let standard = option.standard {
            item +=
                option.argument?.words.isEmpty == true ? "\nThe default is \(standard)." : "\nThe default is\n.Cm \(standard) ."
        }
        return item
    }

    /// The page with the lists of the tables.
    private func updated(_ page: String) throws -> String {
        var page = page
        for command in Command.all where !command.own().isEmpty {
            let name = command.name.isEmpty ? "hud-demo" : command.name
            let start = ".\\\" Options of \(name), by make man.\n"
            let begin = try #require(page.firstRange(of: start), "no list of the options of \(name)")
            let end = try #require(page.firstRange(of: ".\\\" End of the options of \(name).\n"))
            // The look is described once.
            let options =
                command.name.isEmpty ? command.options : command.own().filter { !Option.look.map(\.name).contains($0.name) }
            let items = options.map(item).joined(separator: "\n")
            page.replaceSubrange(begin.upperBound..<end.lowerBound, with: ".Bl -tag -width Ds\n\(items)\n.El\n")
        }
        return page
    }

    @Test func `The manual page has the options of the tables: make man writes them`() throws {
        let page = try String(contentsOf: Self.page, encoding: .utf8)
        let updated = try updated(page)
        if ProcessInfo.processInfo.environment["HUD_MANUAL"] == "write" {
            try updated.write(to: Self.page, atomically: true, encoding: .utf8)
        } else {
            #expect(page == updated)
        }
    }

    @Test func `The newest version of the changelog is that of the program`() throws {
        let file = Self.page.deletingLastPathComponent().appendingPathComponent("../CHANGELOG.md")
        let changelog = try String(contentsOf: file, encoding: .utf8)
        let heading = try #require(changelog.split(separator: "\n").first { $0.hasPrefix("## ") })
        #expect(heading == "## " + HUDDemo.version)
    }

    @Test func `The help text names the subcommands`() {
        #expect(Command.wrap.help.contains(Command.subcommands.map(\.name).joined(separator: "|")))
    }

    @Test func `Every help text fits 80 columns, and has a line with the default for each option of its command`() {
        for command in Command.all {
            let lines = command.help.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            #expect(lines.allSatisfy { $0.utf8.count <= 80 }, "\(command.name)")
            for option in command.own() {
                let name = "  " + option.spellings.joined(separator: ", ")
                let line = lines.firstIndex { $0 == name || $0.hasPrefix(name + " ") || $0.hasPrefix(name + "[") }
                let text =
                    line.map { ([lines[$0]] + lines[($0 + 1)...].prefix { $0.hasPrefix("      ") }).joined(separator: " ") } ?? ""
                #expect(text.contains(option.standard.map { "(\($0))" } ?? name), "--\(option.name) of '\(command.name)'")
            }
            for option in command.shared() {
                #expect(command.help.contains("--" + option.name) || command.help.contains(option.spellings[0]))
            }
        }
    }
}

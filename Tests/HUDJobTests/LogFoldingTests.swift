import HUDCore
import Testing

@testable import HUDJob

@Suite struct LogFoldingTests {
    private func fold(_ folding: LogFolding, _ name: String) -> [String] {
        let fold = folding.fold(name, number: 3, end: .milliseconds(1_763_845_282_900), elapsed: .seconds(12), token: "hud-1")
        return [fold.start, fold.end].map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `GitHub gets a group in which it takes no commands`() {
        #expect(fold(.github, "make test") == ["::group::make test\n::stop-commands::hud-1\n", "::hud-1::\n::endgroup::\n"])
        #expect(fold(.github, "100%, a:b\r\n\u{1B}[1m")[0].hasPrefix("::group::100%25, a:b%0D%0A?[1m\n"))
    }

    @Test func `GitHub gets an error with a title`() {
        let folding = LogFolding.github
        #expect(folding.error("make test", "make test: failed") == "::error title=make test::make test: failed")
        #expect(folding.error("100%, a:b\r\n", "50%: x, y\n") == "::error title=100%25%2C a%3Ab%0D%0A::50%25: x, y%0A")
        #expect(folding.error("", "failed") == "::error::failed")
        #expect(LogFolding.gitlab(prefix: "hud").error("make", "make: failed") == nil)
    }

    @Test func `GitHub takes no commands from the output of a failure, nor from lines that begin with a name`() {
        let github = LogFolding.github
        let gitlab = LogFolding.gitlab(prefix: "hud")
        #expect(github.open(token: "hud-1") == LogFolding.Fold(start: "::stop-commands::hud-1\n", end: "::hud-1::\n"))
        #expect(gitlab.open(token: "hud-1") == nil)
        let lines = ["make::x: started", "::add-mask::x: started", " ::x", "a##[error]b##[", ""]
        #expect(lines.map(github.inert) == ["make::x: started", "> ::add-mask::x: started", ">  ::x", "a## [error]b## [", ""])
        #expect(lines.map(gitlab.inert) == lines)
    }

    @Test(arguments: [
        ("make", "make: "), ("::error::x", "> ::error::x: "), (":", "> :: "), ("a##[error]b", "a## [error]b: "),
        ("\t::x", "?::x: ")
    ])
    func `GitHub takes no commands from the names before the lines of jobs`(name: String, expected: String) throws {
        func prefix(in folding: LogFolding?) throws -> String {
            let answers = try #require(Mailbox<GroupMessage>())
            let journal = try #require(Journal(screen: nil, folding: folding, keeps: false, answering: answers))
            return String(decoding: journal.open(0, name: CommandArgument(name), .lines).name, as: UTF8.self)
        }
        #expect(try prefix(in: .github) == expected)
        for other in [nil, LogFolding.gitlab(prefix: "hud")] {
            #expect(try prefix(in: other) == name.replacing("\t", with: "?") + ": ")
        }
    }

    @Test func `GitLab gets a section with times, a name of its own and a header on one line`() {
        let names = (start: "section_start:1763845270:hud_7_3[collapsed=true]", end: "section_end:1763845282:hud_7_3")
        #expect(
            fold(.gitlab(prefix: "hud_7"), "a b,c:%\n\u{9B}") == [
                "\u{1B}[0K\(names.start)\r\u{1B}[0Ka b,c:%??\n", "\u{1B}[0K\(names.end)\r\u{1B}[0K\n"
            ])
    }

    @Test func `No two tokens are the same`() {
        let tokens = (0..<100).map { _ in LogFolding.makeToken() }
        #expect(Set(tokens).count == 100)
        #expect(tokens.allSatisfy { $0.count > 16 && $0.allSatisfy { "-0123456789abcdefhu".contains($0) } })
    }
}

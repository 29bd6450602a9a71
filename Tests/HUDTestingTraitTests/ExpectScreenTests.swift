import Foundation
import HUDTerminal
import HUDTestingTrait
import Synchronization
import Testing

/// The issues about screens that tests with the trait `.keepsScreens` have recorded.
private let screens = Mutex<[Issue]>([])

extension Trait where Self == IssueHandlingTrait {
    /// Keeps issues about screens, which then do not fail the test.
    fileprivate static var keepsScreens: Self {
        .compactMapIssues { issue in
            guard issue.comments.first?.rawValue.hasPrefix("The screen differs.") == true else { return issue }
            screens.withLock { $0.append(issue) }
            return nil
        }
    }
}

@Suite(.keepsScreens) struct ExpectScreenTests {
    let terminal = TestTerminal(columns: 40, rows: 10)

    /// The texts of the issues about screens that were recorded at a line of this file.
    private func texts(at line: Int) -> [String] {
        let issues = screens.withLock { issues in
            issues.filter { $0.sourceLocation?.line == line && $0.sourceLocation?.fileName == "ExpectScreenTests.swift" }
        }
        return issues.map { $0.comments.map(\.rawValue).joined() }
    }

    @Test func `The screen that is expected records nothing`() {
        expectScreen(terminal, "")
        terminal.print("one\n\ntwo")
        expectScreen(terminal, "one\n\ntwo")
        let texts = texts(at: #line - 3) + texts(at: #line - 1)
        #expect(texts == [])
    }

    @Test func `Another one records an issue at the caller's line, with both screens`() {
        terminal.print("one")
        expectScreen(terminal, "two")
        let texts = texts(at: #line - 1)
        #expect(
            texts == [
                """
                The screen differs.
                expected:
                0 │two
                  │^^^
                on the screen:
                0 │one
                  │^^^
                """
            ])
    }

    @Test func `The article on tests shows what is recorded`() throws {
        withHUD("Packing", total: 4, renderer: terminal.renderer, clock: terminal.clock) { hud in
            hud.log("packed notes.txt")
            hud.work.complete()
            terminal.clock.advance(by: .seconds(1))
            expectScreen(terminal, "packed notes.txt\n⠦ Packing ▕████████▌░░░░░░░░▏  50% 0:01")
        }
        let text = try #require(texts(at: #line - 2).first)
        let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/HUDTesting/HUDTesting.docc/TestYourHUD.md")
        // As Swift Testing prints it.
        let printed = "↳ \(text.split(separator: "\n").joined(separator: "\n  "))\n"
        #expect(try String(contentsOf: article, encoding: .utf8).contains(printed))
    }
}

import Foundation
import HUDTesting
import Testing

/// The result of the same bytes in tmux, from `Fixtures/tmux.jsonl`, which scripts/make-emulator-fixture writes.
struct TmuxCase: Decodable, CustomTestStringConvertible {
    /// Bytes, or a new window size.
    struct Step: Decodable {
        var feed: String?
        var columns: Int?
        var rows: Int?
    }

    var name: String
    var columns: Int
    var rows: Int
    var steps: [Step]
    var screen: [String]
    /// A row's columns up to the last one that was written: a digit for the background color, or a dot for none. Nil if it is not
    /// compared.
    var background: [String]?
    var row: Int
    var column: Int
    var isWrapPending: Bool
    var history: [String]?
    var pyteAgrees: Bool?

    var testDescription: String { name }

    static let all: [TmuxCase] = {
        let file = Bundle.module.bundleURL.appendingPathComponent("Fixtures/tmux.jsonl")
        let lines = (try? Data(contentsOf: file))?.split(separator: UInt8(ascii: "\n")) ?? []
        return lines.compactMap { try? JSONDecoder().decode(TmuxCase.self, from: $0) }
    }()
}

/// Replays random control sequences that tmux was given too. If pyte disagrees with tmux, tmux counts.
@Suite struct TmuxTests {
    @Test func `The cases are found`() {
        #expect(TmuxCase.all.count == 480)
    }

    @Test(arguments: TmuxCase.all)
    func `The screen is the same as in tmux`(_ tmuxCase: TmuxCase) {
        var terminal = InMemoryTerminal(columns: tmuxCase.columns, rows: tmuxCase.rows)
        for step in tmuxCase.steps {
            if let text = step.feed { terminal.feed(text) }
            if let columns = step.columns, let rows = step.rows { terminal.resize(columns: columns, rows: rows) }
        }
        #expect(terminal.screen == tmuxCase.screen)
        #expect(terminal.cursor == (tmuxCase.row, tmuxCase.column))
        #expect(terminal.isWrapPending == tmuxCase.isWrapPending)
        #expect(terminal.unknownSequences.isEmpty)
        for (row, digits) in (tmuxCase.background ?? []).enumerated() {
            #expect(backgrounds(of: terminal, row: row, count: digits.count) == digits)
        }
        if let history = tmuxCase.history { #expect(terminal.scrollback == history) }
    }

    private func backgrounds(of terminal: InMemoryTerminal, row: Int, count: Int) -> String {
        let digits = (0..<count).map { column in
            guard case .indexed(let color) = terminal.cell(row: row, column: column).style.background else { return "." }
            return String(color, radix: 16)
        }
        return digits.joined()
    }
}

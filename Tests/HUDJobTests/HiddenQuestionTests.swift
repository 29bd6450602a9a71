import HUDCore
import Testing

@testable import HUDJob

@Suite struct HiddenQuestionTests {
    /// Output and looks, at milliseconds.
    private struct Subject {
        var question = HiddenQuestion()

        /// What of `text` belongs to a question that is shown.
        mutating func see(_ text: String, at time: Int = 0) -> String {
            let bytes = Array(text.utf8)
            return String(decoding: bytes.prefix(bytes.withUnsafeBytes { question.see($0, at: instant(time)) }), as: UTF8.self)
        }

        mutating func look(isUnseen: Bool = false, at time: Int) -> String? {
            question.look(isUnseen: isUnseen, at: instant(time)).map { String(decoding: $0, as: UTF8.self) }
        }

        private func instant(_ time: Int) -> HUDInstant { .zero.advanced(by: .milliseconds(time)) }
    }

    @Test(arguments: [
        "Continue? [Y/n] ", "Continue (yes/no/[fingerprint])? ", "Overwrite (y/N): ", "\u{1B}[1mProceed?\u{1B}[0m", "Really?",
        "one\nSure? ", "\rdone\rSure? "
    ])
    func `A question is shown when the job has been silent for a second`(text: String) {
        var subject = Subject()
        #expect(subject.see(text) == "" && subject.look(at: 999) == nil)
        #expect(subject.look(at: 1000) == text.split(separator: "\n").last.map(String.init))
        #expect(subject.question.nextLook == nil)
        #expect(subject.see("y", at: 3000) == "y" && subject.see("\r\nhidden ", at: 3000) == "\r\n" && subject.see("too\n") == "")
    }

    @Test(arguments: [
        "Loading... ", "45% [====>   ]", "a (1/3)", "Really?\n", "[n/m]", " ", "", "\u{1B}[?25l",
        String(repeating: "?", count: 4097)
    ])
    func `Nothing else is`(text: String) {
        var subject = Subject()
        #expect(subject.see(text) == "")
        for time in [100, 1000, 60_000] { #expect(subject.look(at: time) == nil) }
        #expect(subject.question.nextLook == nil && subject.see("x\n", at: 60_000) == "")
    }

    @Test func `While echo is off any text is one, at once`() {
        var subject = Subject()
        #expect(subject.see("[sudo] password: ") == "" && subject.look(isUnseen: true, at: 99) == nil)
        #expect(subject.look(isUnseen: true, at: 100) == "[sudo] password: ")
        #expect(subject.see("\nSorry.\n[sudo] password: ", at: 5000) == "\n")
        #expect(subject.look(isUnseen: false, at: 5100) == nil && subject.look(isUnseen: true, at: 6000) == "[sudo] password: ")
        // Without text there is nothing to show.
        var silent = Subject()
        #expect(silent.see("done\n") == "" && silent.look(isUnseen: true, at: 1000) == nil)
    }

    @Test func `Output begins the wait again`() {
        var subject = Subject()
        #expect(subject.see("Sure") == "" && subject.see("? ", at: 900) == "" && subject.look(at: 1000) == nil)
        #expect(subject.look(at: 1899) == nil && subject.look(at: 1900) == "Sure? ")
    }

    @Test(arguments: 0...21)
    func `How output is divided makes no difference`(place: Int) {
        let text = Array("one\ntwo\r\nSure? [y/N] ".utf8)
        var subject = Subject()
        #expect(subject.see(String(decoding: text[..<place], as: UTF8.self)) == "")
        #expect(subject.see(String(decoding: text[place...], as: UTF8.self)) == "")
        #expect(subject.look(at: 1000) == "Sure? [y/N] ")
        let answer = Array("y\r\nthree\n four".utf8)
        let shown = subject.see(String(decoding: answer[..<min(place, answer.count)], as: UTF8.self), at: 2000)
        #expect(shown + subject.see(String(decoding: answer[min(place, answer.count)...], as: UTF8.self), at: 2000) == "y\r\n")
    }
}

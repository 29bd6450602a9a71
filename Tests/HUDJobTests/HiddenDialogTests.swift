import HUDCore
import Testing

@testable import HUDJob

@Suite struct HiddenDialogTests {
    typealias InputMode = HiddenDialog.InputMode

    private static let password = InputMode(echoes: false)
    private static let keys = InputMode(isByLine: false, echoes: false)

    /// Output and looks, at milliseconds.
    private struct Subject {
        var dialog = HiddenDialog()
        var mode = InputMode()
        var isRead = false
        var keys = 0

        /// What of `text` is shown.
        mutating func see(_ text: String, at time: Int = 0) -> String {
            Array(text.utf8).withUnsafeBytes {
                String(decoding: dialog.see($0, in: mode, keys: keys, at: instant(time)), as: UTF8.self)
            }
        }

        mutating func look(at time: Int) -> String? {
            dialog.look(in: mode, keys: keys, isRead: isRead, at: instant(time)).map { String(decoding: $0, as: UTF8.self) }
        }

        var nextLook: Int? { dialog.nextLook.map { Int($0.offset / .milliseconds(1)) } }

        private func instant(_ time: Int) -> HUDInstant { .zero.advanced(by: .milliseconds(time)) }
    }

    @Test(arguments: ["\u{1B}[?25l", "\u{1B}[?2004h", "\u{1B}[31m", "\u{1B}="])
    func `Modes that a dialog has set are reset when the job resets them in output that is hidden`(mode: String) {
        let reset =
            ["\u{1B}[?25l": "\u{1B}[?25h", "\u{1B}[?2004h": "\u{1B}[?2004l", "\u{1B}[31m": "\u{1B}[m", "\u{1B}=": "\u{1B}>"][mode]
            ?? ""
        var subject = Subject()
        #expect(subject.see(mode + "Name? ") == "" && subject.look(at: 1000) == mode + "Name? ")
        #expect(subject.see("x\r\n", at: 2000) == "x\r\n" && subject.see("hidden\r\n", at: 2000) == "")
        #expect(subject.see("more \(reset)hidden", at: 2000) == reset && subject.see("hidden \(reset)\r\n", at: 2000) == "")
        // What the job leaves set stays as it is without hud-demo.
        #expect(subject.see(mode + "Name? ", at: 3000) == "" && subject.look(at: 4000) == mode + "Name? ")
        #expect(subject.see("x\r\n", at: 5000) == "x\r\n" && subject.see("hidden\r\n", at: 5000) == "")
    }

    // MARK: What is a question

    @Test(arguments: [
        "Continue? [Y/n] ", "Continue (yes/no/[fingerprint])? ", "Overwrite (y/N): ", "\u{1B}[1mProceed?\u{1B}[0m", "Really?",
        "Weiter\u{FF1F}",
        "Fortfahren? [J/n] ", "Ok to proceed? (y) ", "Continue? [y/n/v/...? shows all options] (y): ", "Proceed anyway? (y,N) ",
        "replace f? [y]es, [n]o, [A]ll, [N]one, [r]ename: ", "Assume -R? [n] ", "Are you sure? (Type 'yes' in capital letters): ",
        "64-bit kernel (64BIT) [Y/n/?] (NEW) ", "Continue (y/n) [n]: ", "Go on [y|N]", "Go on (y or n)", "y/n: ",
        "Which one? [1-3]: ",
        "Really? > ", "[\u{414}/\u{43D}] ", "Username for 'http://host': ", "joe's password: ", "AWS Access Key ID [None]: ",
        "Country Name (2 letter code) [AU]:", "Enter a value: ", "Press any key to continue . . .", "Are you sure [oui/Non]? "
    ])
    func `A line that asks is shown when the job has been silent for a second`(text: String) {
        var subject = Subject()
        #expect(subject.see(text) == "" && subject.look(at: 999) == nil)
        #expect(subject.look(at: 1000) == text && subject.nextLook == nil && subject.dialog.isShown)
        #expect(subject.see("y", at: 3000) == "y" && subject.see("\r\nhidden ", at: 3000) == "\r\n" && subject.see("too\n") == "")
        #expect(!subject.dialog.isShown && !subject.dialog.isLineOpen)
    }

    @Test(arguments: [
        "Loading... ", "45% [====>   ]", "a (1/3)", "[n/m]", "t/slow.t .. 2/? ", "Type checking a.swift", "Compiling: ", "?a=1",
        "a (cached)", "Creating journal (4096 blocks): ", "Downloading [12 MB]: ", "Type checking: ",
        "Hit:1 http://deb.debian.org", "12 (B/s)", "Press",
        "Really?\n", "Downloading", " ", "", "\u{1B}[?25l", "\n\n"
    ])
    func `Nothing else is, unless the job reads`(text: String) {
        var subject = Subject()
        #expect(subject.see(text) == "")
        for time in [100, 1000, 2000, 60_000] { #expect(subject.look(at: time) == nil) }
        let hasText = text.contains { !$0.isWhitespace } && text != "\u{1B}[?25l"
        subject.isRead = true
        #expect(subject.look(at: 1_000_000) == (hasText ? text : nil))
    }

    @Test func `A line that is too long is none`() {
        var subject = Subject()
        subject.isRead = true
        #expect(subject.see("one\n" + String(repeating: "?", count: 4097)) == "" && subject.look(at: 1000) == nil)
        #expect(subject.see("\n" + String(repeating: "?", count: 4096), at: 2000) == "")
        #expect(subject.look(at: 3000) == String(repeating: "?", count: 4096))
    }

    @Test(arguments: [password, keys, InputMode(isByLine: false)])
    func `Who reads what is not echoed, or keys, is shown a prompt at once, and anything else after a second`(mode: InputMode) {
        var subject = Subject(mode: mode)
        #expect(subject.see("[sudo] password: ") == "" && subject.nextLook == 100 && subject.look(at: 99) == nil)
        #expect(subject.look(at: 100) == "[sudo] password: ")
        for text in ["Compiling foo", "50%", "Enter the password:\n"] {
            var other = Subject(mode: mode)
            #expect(other.see(text) == "" && other.look(at: 100) == nil && other.look(at: 1000) == text)
        }
        // Of a terminal elsewhere only the text is known.
        var relayed = Subject(mode: InputMode(isByLine: false, echoes: false, isRelayed: true))
        #expect(relayed.see("$ ") == "" && relayed.look(at: 100) == nil && relayed.look(at: 1000) == nil)
        relayed.isRead = true
        #expect(relayed.look(at: 2000) == nil)
        #expect(relayed.see("Password: ", at: 3000) == "" && relayed.look(at: 4000) == "$ Password: ")
    }

    @Test func `A prompt is shown at once if a process waits for the answer`() {
        for (text, isAtOnce) in [
            ("Continue? [Y/n] ", true), ("Name: ", true), ("> ", true), ("Press any key", true), ("a", false), ("50%", false),
            ("Name:\n", false)
        ] {
            var subject = Subject(isRead: true)
            #expect(subject.see(text) == "" && subject.look(at: 99) == nil, "\(text)")
            #expect(subject.look(at: 100) == (isAtOnce ? text : nil), "\(text)")
            #expect(subject.look(at: 1000) == (isAtOnce ? nil : text), "\(text)")
        }
        var relayed = Subject(mode: InputMode(isRelayed: true), isRead: true)
        #expect(relayed.see("Continue? [Y/n] ") == "" && relayed.look(at: 100) == nil && relayed.look(at: 1000) != nil)
    }

    @Test func `Behind a whole line, who reads asks only if the line does`() {
        // Some programs pass on all input to another one.
        for (text, asks) in [
            ("compiled a.c\n", false), ("}\n", false), ("Name:\n", true), ("Which one?\n", true), ("> \n\n", true), ("a", true),
            ("Press ENTER to continue\n", true), ("Do you accept the license (yes or no)\n", true), ("Go on [y/N]\n\n", true),
            ("Press\n", false), ("a.c(12)\n", false), ("a [2/3]\n", false), ("12 (B/s)\n", false)
        ] {
            var subject = Subject(isRead: true)
            #expect(subject.see(text) == "" && subject.look(at: 1000) == (asks ? text : nil), "\(text)")
        }
    }

    @Test func `What does not look like a question is none if output follows before a key is typed`() {
        for (text, isSure) in [
            ("Pick\n> a\n  b", false), ("log\n", false), ("50%", false), ("Pick: ", true), ("Sure? [Y/n] ", true)
        ] {
            for keys in [0, 1] {
                var subject = Subject(mode: Self.keys)
                #expect(subject.see(text) == "" && subject.look(at: 1000) == text)
                subject.keys += keys
                let isShown = isSure || keys > 0
                #expect(
                    subject.see("next", at: 5000) == (isShown ? "next" : text.hasSuffix("\n") ? "" : "\r\n"), "\(text) \(keys)")
                #expect(subject.dialog.isShown == isShown)
                #expect(subject.see(" text", at: 5000) == (isShown ? " text" : ""))
            }
        }
    }

    @Test func `All of what a program shows that reads keys is shown`() {
        let page = (1...60).map { "line \($0)\n" }.joined() + ":"
        var pager = Subject(mode: Self.keys)
        #expect(pager.see("old\n") == "" && pager.see(page, at: 200) == "" && pager.look(at: 300) == page)
        var long = Subject(mode: Self.keys)
        let line = String(repeating: "x", count: 99) + "\n"
        #expect(long.see(String(repeating: line, count: 1000) + ":") == "")
        #expect(long.look(at: 100) == String(repeating: line, count: 163) + ":")
    }

    @Test func `Output begins the wait again, and later looks come ever later`() {
        var subject = Subject()
        #expect(subject.see("Sure") == "" && subject.see("? ", at: 900) == "" && subject.look(at: 1000) == nil)
        #expect(subject.look(at: 1899) == nil && subject.look(at: 1900) == "Sure? ")
        var silent = Subject()
        #expect(silent.nextLook == nil && silent.see("x") == "")
        var looks: [Int] = []
        while let next = silent.nextLook, next < 400_000 {
            looks.append(next)
            #expect(silent.look(at: next) == nil)
        }
        #expect(looks == [100, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 124_000, 184_000, 244_000, 304_000, 364_000])
        // Echo is turned off long after the text.
        silent.mode = Self.password
        #expect(silent.look(at: 424_000) == "x")
    }

    // MARK: What is shown of it

    @Test func `The lines that came with a question are shown with it, ten at most`() {
        var subject = Subject()
        #expect(subject.see("old\n") == "" && subject.see("1) a\n2) b\n", at: 100) == "" && subject.see("Which? ", at: 199) == "")
        #expect(subject.look(at: 1199) == "1) a\n2) b\nWhich? ")
        var long = Subject()
        #expect(long.see((1...12).map { "\($0)\n" }.joined() + "Which? ") == "")
        #expect(long.look(at: 1000) == (4...12).map { "\($0)\n" }.joined() + "Which? ")
        // Whole lines that are not too many bytes.
        var wide = Subject()
        #expect(wide.see("a\n" + String(repeating: "b", count: 4000) + "\n" + String(repeating: "c", count: 200) + "? ") == "")
        #expect(wide.look(at: 1000) == String(repeating: "c", count: 200) + "? ")
        // The unfinished line stays over a pause.
        var slow = Subject()
        #expect(slow.see("a\nSure") == "" && slow.see("? ", at: 500) == "" && slow.look(at: 1500) == "Sure? ")
    }

    @Test func `Of a line that was rewritten, what it is now is shown`() {
        var subject = Subject(mode: Self.password)
        for number in 0..<500 { #expect(subject.see("\rDownloading \(number) [=====     ]", at: number) == "") }
        #expect(subject.see("\r\u{1B}[KPassword: ", at: 500) == "" && subject.look(at: 600) == "\r\u{1B}[KPassword: ")
        var returned = Subject()
        #expect(returned.see("50%\rSure?\r") == "" && returned.look(at: 1000) == "\rSure?\r")
    }

    // MARK: How it ends

    @Test func `A question in lines ends with its line`() {
        var subject = Subject(mode: Self.password)
        #expect(subject.see("Password: ") == "" && subject.look(at: 100) == "Password: " && subject.dialog.isLineOpen)
        #expect(subject.see("\nSorry.\nPassword: ", at: 5000) == "\n" && !subject.dialog.isLineOpen)
        #expect(subject.look(at: 5100) == "Sorry.\nPassword: ")
    }

    @Test(arguments: [
        ("\rLoading 5%", "\r\r\n"), ("\u{1B}[?2004l\r\nhidden", "\u{1B}[?2004l\r\r\n"), ("\nhidden", "\r\n"), ("text\n", "\r\n")
    ])
    func `One that reads keys ends with that`(next: String, shown: String) {
        var subject = Subject(mode: Self.keys)
        #expect(subject.see("Pick\n> a\n  b") == "" && subject.look(at: 1000) == "Pick\n> a\n  b")
        let move = "\u{1B}[2A\r\u{1B}[JPick\n  a\n> b"
        subject.keys = 1
        #expect(subject.see(move, at: 2000) == move)
        subject.mode = InputMode()
        #expect(subject.see(next, at: 3000) == shown && subject.see("more", at: 3000) == "" && !subject.dialog.isShown)
    }

    @Test func `An answer that was typed before the mode has changed is shown`() {
        var subject = Subject()
        #expect(subject.see("Sure? ") == "" && subject.look(at: 1000) == "Sure? ")
        subject.mode = Self.password
        #expect(subject.see("y\r\nPassword: ", at: 2000) == "y\r\n" && subject.look(at: 2100) == "Password: ")
        // Nothing was echoed here.
        subject.mode = InputMode()
        #expect(subject.see("hidden\n", at: 3000) == "\r\n")
    }

    @Test func `A string behind a dialog is shown whole`() {
        var subject = Subject(mode: Self.keys)
        #expect(subject.see("Key: ") == "" && subject.look(at: 100) == "Key: ")
        subject.mode = InputMode()
        #expect(subject.see("\u{1B}Pabc\u{1B}\\hidden\n", at: 200) == "\u{1B}Pabc\u{1B}\\\r\n")
    }

    @Test func `The job's own end of the line is not printed twice`() {
        var subject = Subject(mode: Self.keys)
        #expect(subject.see("Key: ") == "" && subject.look(at: 100) == "Key: ")
        subject.mode = InputMode()
        #expect(subject.see("\nSure? ", at: 200) == "\r\n" && subject.look(at: 1200) == "Sure? ")
    }

    // MARK: Full screens

    private static let pager = "log\nx\u{1B}[?1h\u{1B}[?1049hpage\n\u{1B}[7mend\u{1B}[m"
    private static let shownPager = "x\u{1B}[?1h\u{1B}[?1049hpage\n\u{1B}[7mend\u{1B}[m"
    private static let pagerEnd = "\r\u{1B}[?1049l\u{1B}[?1l\u{1B}>\u{1B}]0;t\u{7}more\n\u{1B}[1mhidden"

    @Test(arguments: 0...64)
    func `A full screen is shown from beginning to end, however the output is divided`(place: Int) {
        var subject = Subject()
        let text = Array((Self.pager + Self.pagerEnd).utf8)
        let place = min(place, text.count)
        let shown = [text[..<place], text[place...]].map { subject.see(String(decoding: $0, as: UTF8.self)) }.joined()
        #expect(shown == Self.shownPager + "\r\u{1B}[?1049l\u{1B}[?1l\u{1B}>\u{1B}]0;t\u{7}\r\n")
        #expect(!subject.dialog.isShown && !subject.dialog.isLineOpen)
    }

    @Test func `A line that has only sequences is not ended behind a full screen`() {
        var subject = Subject()
        #expect(subject.see("log\n\u{1B}[?1h\u{1B}[?1049hpage") == "\u{1B}[?1h\u{1B}[?1049hpage")
        #expect(subject.see("\u{1B}[?1049lmore\n").utf8.elementsEqual("\u{1B}[?1049l".utf8))
    }

    @Test func `A full screen within a question ends with the question`() {
        var subject = Subject(mode: Self.keys)
        #expect(subject.see("> ") == "" && subject.look(at: 100) == "> ")
        #expect(subject.see("\u{1B}[?1049hlist", at: 200) == "\u{1B}[?1049hlist" && subject.dialog.isShown)
        #expect(subject.see("\u{1B}[?1049lchosen\n", at: 300) == "\u{1B}[?1049l\r\n" && !subject.dialog.isShown)
    }
}

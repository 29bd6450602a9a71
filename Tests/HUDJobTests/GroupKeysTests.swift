import Testing

@testable import HUDJob

/// What keys mean to a group.
@Suite struct GroupKeysTests {
    @Test(arguments: [
        ("\u{1B}[A", [GroupKeys.Key.select(.rows(-1))]), ("\u{1B}OA", [.select(.rows(-1))]), ("\u{1B}[B", [.select(.rows(1))]),
        ("\u{1B}OB", [.select(.rows(1))]), ("kj", [.select(.rows(-1)), .select(.rows(1))]),
        ("crpCPq", [.cancel, .retry, .pause, .cancelAll, .pauseAll, .cancelAll]),
        ("\u{1B}[1;5A", [.select(.rows(-1))]), ("\u{1B}[15~c", [.cancel]), ("\u{1B}[E\u{1B}OP", []), ("xyz ", []),
        ("\u{1B}[C\u{1B}OD", [.select(.unfold), .select(.fold)]), ("hl", [.select(.fold), .select(.unfold)]),
        ("x\r", [.show]), ("\n", [.show]),
        ("\u{1B}[5~\u{1B}[6~", [.select(.pages(-1)), .select(.pages(1))]),
        ("gG\u{1B}[H\u{1B}[F", [.select(.toStart), .select(.toEnd), .select(.toStart), .select(.toEnd)]),
        ("\u{1B}c", [.cancel]), ("\u{1B}\u{1B}[A", [.select(.rows(-1))]), ("\u{1B}", [])
    ])
    func `Bytes are keys`(bytes: String, keys: [GroupKeys.Key]) {
        var machine = GroupKeys()
        #expect(machine.take(bytes.utf8) == keys)
    }

    @Test func `A sequence may come in pieces`() {
        var machine = GroupKeys()
        #expect(machine.take([0x1B]) == [])
        #expect(machine.take("[".utf8) == [])
        #expect(machine.take("1;2".utf8) == [])
        #expect(machine.take("Bc".utf8) == [.select(.rows(1)), .cancel])
    }

    @Test func `The last byte of a sequence is no key of its own`() {
        var machine = GroupKeys()
        #expect(machine.take("\u{1B}[P\u{1B}[q\u{1B}OC".utf8) == [.select(.unfold)])
    }

    @Test(
        arguments: [
            ("less", ["less"]), ("/usr/bin/most", ["/usr/bin/most"]), ("less -R", ["/bin/sh", "-c", "less -R"]),
            ("col -b | less", ["/bin/sh", "-c", "col -b | less"]), ("$HOME/pager", ["/bin/sh", "-c", "$HOME/pager"]),
            ("x'y", ["/bin/sh", "-c", "x'y"])
        ] as [(String, [CommandArgument])])
    func `Only a pager that needs the shell is run by it`(value: String, words: [CommandArgument]) {
        #expect(GroupPager.words(of: value) == words)
    }
}

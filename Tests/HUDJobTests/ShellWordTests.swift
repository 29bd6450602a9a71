import HUDJob
import Testing

@Suite struct ShellWordTests {
    @Test(arguments: [
        ("make", "make"), ("-j8", "-j8"),
        ("a=b,c:d/e.f+g@h%i_j", "a=b,c:d/e.f+g@h%i_j"), ("", "''"), ("two words", "'two words'"),
        ("it's", "'it'\\''s'"), ("$HOME", "'$HOME'"), ("*.txt", "'*.txt'"), ("Grüße", "'Grüße'"),
        ("\u{1B}[31m", "'\\u{1b}[31m'"), ("a\u{202E}b", "'a\\u{202e}b'")
    ])
    func `A word is quoted if a shell would read something else in it`(word: String, quoted: String) {
        #expect(ShellWord.quoted(word) == quoted)
    }
}

@testable import HUDJob
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

    @Test(arguments: [
        ("make", "make"), ("-j8", "-j8"), ("", "''"), ("q a", "'q a'"), ("it's", "\"it's\""), ("$HOME", "'$HOME'"),
        ("a\tb", "'a\tb'"),
        ("it's $5", "'it'\\''s $5'"), ("é", "é"), ("*", "'*'"), ("a\"b", "'a\"b'")
    ])
    func `The bytes of a word are quoted as a shell needs them`(word: String, expected: String) {
        #expect(String(decoding: ShellWord.quoted(Array(word.utf8)), as: UTF8.self) == expected)
    }
}

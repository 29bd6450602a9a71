/// A word of the command line, byte for byte: a file's name need not be UTF-8.
package struct RawWord: Equatable {
    private let bytes: [CChar]

    /// The word at `pointer`, which ends in a zero.
    package init(_ pointer: UnsafePointer<CChar>) {
        bytes = Array(UnsafeBufferPointer(start: pointer, count: strlen(pointer) + 1))
    }

    package init(_ text: String) {
        bytes = Array(text.utf8CString)
    }

    private init(bytes: [CChar]) {
        self.bytes = bytes
    }

    /// The word as text, for labels and messages; what is no UTF-8 is marked as such.
    package var text: String {
        String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// What stands behind `prefix`; nil where the word doesn't begin so.
    package func dropping(prefix: String) -> RawWord? {
        let start = Array(prefix.utf8CString.dropLast())
        return bytes.starts(with: start) ? RawWord(bytes: Array(bytes.dropFirst(start.count))) : nil
    }

    /// A copy in C's memory, to be freed.
    package func copy() -> UnsafeMutablePointer<CChar>? {
        bytes.withUnsafeBufferPointer { $0.baseAddress.flatMap { strdup($0) } }
    }

    /// Calls `body` with the word as C has it.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body($0.baseAddress) }
    }

    /// The words that this process was started with.
    package static var ofThisProcess: [RawWord] {
        (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0].map { RawWord($0) } }
    }
}

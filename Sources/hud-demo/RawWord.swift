/// A word of the command line, byte for byte: a file's name need not be UTF-8.
struct RawWord: Equatable {
    private let bytes: [CChar]

    /// The word at `pointer`, which ends in a zero.
    init(_ pointer: UnsafePointer<CChar>) {
        bytes = Array(UnsafeBufferPointer(start: pointer, count: strlen(pointer) + 1))
    }

    init(_ text: String) {
        bytes = Array(text.utf8CString)
    }

    private init(bytes: [CChar]) {
        self.bytes = bytes
    }

    /// The word as text, for labels and messages; what is no UTF-8 is marked as such.
    var text: String {
        String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// What stands behind `prefix`; nil where the word doesn't begin so.
    func dropping(prefix: String) -> RawWord? {
        let start = Array(prefix.utf8CString.dropLast())
        return bytes.starts(with: start) ? RawWord(bytes: Array(bytes.dropFirst(start.count))) : nil
    }

    /// A copy in C's memory, to be freed.
    func copy() -> UnsafeMutablePointer<CChar>? {
        bytes.withUnsafeBufferPointer { $0.baseAddress.flatMap { strdup($0) } }
    }

    /// Calls `body` with the word as C has it.
    func withCString<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body($0.baseAddress) }
    }

    /// The words that this process was started with.
    static var ofThisProcess: [RawWord] {
        (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0].map { RawWord($0) } }
    }
}

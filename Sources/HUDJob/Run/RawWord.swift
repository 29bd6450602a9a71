/// A word of the command line, byte for byte: a file's name need not be UTF-8.
public struct RawWord: Sendable, Hashable, ExpressibleByStringLiteral {
    private let bytes: [CChar]

    /// The word at `pointer`, which ends in a zero.
    public init(_ pointer: UnsafePointer<CChar>) {
        bytes = Array(UnsafeBufferPointer(start: pointer, count: strlen(pointer) + 1))
    }

    /// The word with the bytes of `text`.
    public init(_ text: String) {
        bytes = Array(text.utf8CString)
    }

    /// The word with the bytes of a literal.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    private init(bytes: [CChar]) {
        self.bytes = bytes
    }

    /// The word as text, for labels and messages; what is no UTF-8 is marked as such.
    public var text: String {
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
    package func withCString<Result, Failure: Error>(_ body: (UnsafePointer<CChar>?) throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in try body(buffer.baseAddress) }
    }

    /// The words that this process was started with.
    package static var ofThisProcess: [RawWord] {
        (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0].map { RawWord($0) } }
    }
}

import HUDLibc

/// A word of the command line, byte for byte: a file's name need not be UTF-8.
public struct CommandArgument: Sendable, Hashable, ExpressibleByStringLiteral {
    private let bytes: [CChar]

    /// The word at `pointer`, which ends in a zero.
    public init(_ pointer: UnsafePointer<CChar>) {
        bytes = Array(UnsafeBufferPointer(start: pointer, count: strlen(pointer) + 1))
    }

    /// The word with the bytes of `text`. A command with a word that has a zero byte can't be run (`EINVAL`), because the word would end there.
    public init(_ text: String) {
        bytes = Array(text.utf8CString)
    }

    /// The word with the bytes of a literal.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// The word with these bytes, up to the first zero.
    init(utf8: some Sequence<UInt8>) { self.init(whole: utf8.prefix { $0 != 0 }) }

    /// The word with all of these bytes. A command with a word that has a zero byte can't be run.
    init(whole utf8: some Sequence<UInt8>) { bytes = utf8.map { CChar(bitPattern: $0) } + [0] }

    /// Whether a zero is among the bytes. C ends the word there.
    var hasZero: Bool { bytes.dropLast().contains(0) }

    /// The number of bytes, without the zero at the end.
    var count: Int { bytes.count - 1 }

    /// The bytes, without the zero at the end.
    var utf8: [UInt8] { bytes.dropLast().map { UInt8(bitPattern: $0) } }

    private init(bytes: [CChar]) {
        self.bytes = bytes
    }

    /// The word as text, for labels and messages, with U+FFFD for what is not UTF-8.
    public var text: String {
        String(decoding: utf8, as: UTF8.self)
    }

    /// The rest of the word after `prefix`; nil if the word does not begin with it.
    public func dropping(prefix: String) -> CommandArgument? {
        let start = Array(prefix.utf8CString.dropLast())
        return bytes.dropLast().starts(with: start) ? CommandArgument(bytes: Array(bytes.dropFirst(start.count))) : nil
    }

    /// The word after `prefix`.
    func prefixed(by prefix: String) -> CommandArgument {
        CommandArgument(bytes: prefix.utf8CString.dropLast() + bytes)
    }

    /// A copy on C's heap, which the caller frees.
    func copy() -> UnsafeMutablePointer<CChar>? {
        bytes.withUnsafeBufferPointer { $0.baseAddress.flatMap { strdup($0) } }
    }

    /// Calls `body` with the word as C has it, ended by a zero.
    public func withCString<Result, Failure: Error>(
        _ body: (UnsafePointer<CChar>?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in try body(buffer.baseAddress) }
    }

    /// Calls a function of C with the word, and returns its result; -1 if it was not called.
    func call(_ function: (UnsafePointer<CChar>) -> Int32) -> Int32 {
        withCString { $0.map { function($0) } ?? -1 }
    }

    /// The words that this process was started with, the name of the program first.
    public static var ofThisProcess: [CommandArgument] {
        (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0].map { CommandArgument($0) } }
    }
}

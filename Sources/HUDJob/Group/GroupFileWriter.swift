import HUDLibc
import HUDTerminal

/// A file to which a group writes, a piece at a time.
final class GroupFileWriter: Sendable {
    let descriptor: Int32
    private let name: CommandArgument

    /// Opens a file; an existing one is emptied unless `appends`. What an earlier run of a job has left behind may still write to it.
    ///
    /// - Throws: A sentence without a period.
    init(_ path: CommandArgument, appends: Bool = false) throws(GroupWriteError) {
        name = path
        descriptor = path.open(O_WRONLY | O_CREAT | O_APPEND | (appends ? 0 : O_TRUNC))
        if descriptor < 0 { throw GroupWriteError(opening: path, errno) }
    }

    deinit { close(descriptor) }

    func put(_ bytes: [UInt8]) throws(GroupWriteError) {
        if let error = bytes.withUnsafeBytes({ failure(writing: $0) }) { throw error }
    }

    /// Writes bytes, and returns what went wrong; nil if nothing did.
    func failure(writing bytes: UnsafeRawBufferPointer) -> GroupWriteError? {
        let error = DescriptorOutput.write(bytes, to: descriptor)
        return error == 0 ? nil : GroupWriteError(verb: "write", name, error)
    }

    /// All bytes of a file; none if there is no such file.
    static func contents(of path: CommandArgument) throws(GroupWriteError) -> [UInt8] {
        let descriptor = path.open(O_RDONLY)
        if descriptor < 0, errno == ENOENT { return [] }
        guard descriptor >= 0 else { throw GroupWriteError(verb: "read", path, errno) }
        defer { close(descriptor) }
        guard let bytes = JobDescriptors.contents(of: descriptor) else { throw GroupWriteError(verb: "read", path, errno) }
        return bytes
    }
}

/// Why a group's file can't be used.
struct GroupWriteError: Error {
    /// The file, if it could not be opened.
    private(set) var unopenedFile: CommandArgument?
    var message: String
    var errorNumber: Int32

    init(verb: String, _ path: CommandArgument, _ number: Int32) {
        errorNumber = number
        message = "can't \(verb) \(ShellWord.quoted(path.text)): " + errorText(number)
    }

    init(opening path: CommandArgument, _ number: Int32) {
        self.init(verb: "write", path, number)
        unopenedFile = path
    }
}

extension CommandArgument {
    /// Opens the file with this name, close-on-exec. Returns -1 with errno if that fails.
    package func open(_ flags: Int32) -> Int32 {
        call { HUDLibc.open($0, flags | O_CLOEXEC, 0o666) }
    }

    /// Makes the folder with this name, and its parents.
    func makeFolder(_ mode: mode_t) {
        func make(_ path: CommandArgument) -> Bool { path.call { mkdir($0, mode) } == 0 }
        if make(self) || errno == EEXIST { return }
        let bytes = utf8
        for end in bytes.indices.dropFirst() where bytes[end] == UInt8(ascii: "/") {
            _ = make(CommandArgument(utf8: bytes[..<end]))
        }
        _ = make(self)
    }

    /// The name of a file in the folder with this name.
    func appending(path name: CommandArgument) -> CommandArgument {
        CommandArgument(utf8: utf8 + [UInt8(ascii: "/")] + name.utf8)
    }
}

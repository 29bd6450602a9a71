/// The files with the output of one run of a job: `stdout` and `stderr` in a folder of the job's name. The job's thread writes them.
final class GroupResultFiles: Sendable {
    private let output: GroupFileWriter
    private let errors: GroupFileWriter

    /// Makes the folder and the files; files of an earlier run are emptied.
    init(_ folder: CommandArgument) throws(GroupWriteError) {
        folder.makeFolder(0o777)
        output = try GroupFileWriter(folder.appending(path: "stdout"))
        errors = try GroupFileWriter(folder.appending(path: "stderr"))
    }

    private func file(of stream: JobStream) -> GroupFileWriter { stream == .output ? output : errors }

    /// The file of a stream.
    func descriptor(of stream: JobStream) -> Int32 { file(of: stream).descriptor }

    /// Returns what went wrong; nil if nothing did.
    func put(_ bytes: UnsafeRawBufferPointer, of stream: JobStream) -> String? {
        file(of: stream).failure(writing: bytes)?.message
    }

    /// A job's name as the name of a folder: slashes, control characters, `%` and a dot at the beginning are written as `%2F` and the like, and a name
    /// that is too long for a file system is cut.
    ///
    /// - Parameters:
    ///   - number: The number of the job, which tells apart names that are cut or taken, and is the name of a job without one.
    ///   - isTaken: Whether another job has the folder of that name.
    static func folderName(of name: CommandArgument, number: Int, isTaken: Bool = false) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = name.utf8
        let isText = String(validating: bytes, as: UTF8.self) != nil
        var escaped: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isSafe: Bool
            switch byte {
            case 0...0x1F, 0x7F, UInt8(ascii: "/"), UInt8(ascii: "%"): isSafe = false
            case UInt8(ascii: "."): isSafe = index > 0
            case 0x80...: isSafe = isText
            default: isSafe = true
            }
            escaped += isSafe ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        let result = String(decoding: escaped, as: UTF8.self)
        if result.isEmpty { return String(number) }
        guard isTaken || result.utf8.count > mostBytes else { return result }
        var cut = result
        while cut.utf8.count > mostBytes - 20 { cut.unicodeScalars.removeLast() }
        return cut + "%\(number)"
    }

    /// What most file systems accept.
    private static let mostBytes = 255
}

import HUDJob
import HUDLibc

// Reading files.
extension CommandArgument {
    /// The first `limit` bytes of the file with this name, or of standard input if the name is `-` and `allowsDash` is set.
    ///
    /// - Parameters:
    ///   - name: The name in error messages.
    ///   - option: The option in error messages; nil if the name is an argument.
    func contents(limit: Int = .max, named name: String, option: String? = nil, allowsDash: Bool = false) throws(UsageError)
        -> [UInt8]
    {
        let isInput = allowsDash && self == "-"
        let descriptor = isInput ? STDIN_FILENO : open(O_RDONLY)
        func fail() -> UsageError {
            UsageError(message: (option.map { $0 + ": " } ?? "") + "can't read \(name): " + errorText(errno))
        }
        if descriptor < 0 { throw fail() }
        defer { if !isInput { close(descriptor) } }
        guard let bytes = JobDescriptors.contents(of: descriptor, limit: limit) else { throw fail() }
        return bytes
    }
}

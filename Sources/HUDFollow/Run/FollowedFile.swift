import CTerminalSupport
import HUDJob
import HUDLibc

/// A regular file, or a named pipe, that is read as `tail -F` does: from the start again if it was truncated and written again, or if its name leads to
/// another file.
struct FollowedFile {
    /// As much of the beginning as tells one file from another: the line of a start has the time.
    private static let beginningLength = 256

    /// The name by which it is looked for; nil for a descriptor of the caller.
    private let name: CommandArgument?
    /// Whether it is a named pipe, to which another writer may come.
    let isPipe: Bool
    /// How much of the file was read.
    private(set) var offset: Int
    private var beginning: [UInt8] = []
    private var modified = timespec()

    /// Whether the system tells how many bytes there are, and when they were written.
    private(set) var hasSize = true

    /// Returns nil if the descriptor is neither a regular file nor a pipe with a name.
    init?(_ descriptor: Int32, named name: CommandArgument?) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        isPipe = status.st_mode & S_IFMT == S_IFIFO
        // A name such as /dev/fd/63 is that of a pipe without one.
        guard status.st_mode & S_IFMT == S_IFREG || isPipe && name?.isPath == true else { return nil }
        self.name = name
        offset = isPipe ? 0 : max(0, Int(lseek(descriptor, 0, SEEK_CUR)))
    }

    /// Takes note of a read of `count` bytes. Returns false if the file was written again before it, so that the bytes are of no use.
    mutating func take(_ count: Int, from descriptor: Int32) -> Bool {
        var status = stat()
        guard !isPipe, fstat(descriptor, &status) == 0 else { return true }
        offset += count
        let isChanged = count > 0 || modified != status.modified
        modified = status.modified
        // Files of the kernel, such as those in /proc, have bytes and no size. They are read once.
        if count > 0, offset == count, status.st_size == 0 { hasSize = false }
        guard hasSize else { return true }
        guard Int(status.st_size) < offset || isChanged && !hasSameBeginning(descriptor) else { return true }
        begin()
        _ = lseek(descriptor, 0, SEEK_SET)
        return false
    }

    private mutating func begin() { (offset, beginning) = (0, []) }

    private mutating func hasSameBeginning(_ descriptor: Int32) -> Bool {
        let now = [UInt8](unsafeUninitializedCapacity: Self.beginningLength) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
        }
        guard now.starts(with: beginning) else { return false }
        if beginning.count < min(offset, Self.beginningLength) { beginning = Array(now.prefix(offset)) }
        return true
    }

    /// Whether another file of the same kind has the name now.
    func isReplaced(_ descriptor: Int32) -> Bool {
        var (own, other) = (stat(), stat())
        guard let name, fstat(descriptor, &own) == 0, name.withCString({ $0.map { stat($0, &other) } ?? -1 }) == 0 else {
            return false
        }
        return (own.st_dev != other.st_dev || own.st_ino != other.st_ino) && own.st_mode & S_IFMT == other.st_mode & S_IFMT
    }

    /// Opens the file that has the name now, to be read from the start; -1 with errno.
    mutating func open() -> Int32 {
        begin()
        return name.map { Self.open($0) } ?? -1
    }

    /// Opens a file or a named pipe, without waiting for a writer.
    static func open(_ name: CommandArgument) -> Int32 {
        hud_move_up(name.open(O_RDONLY | O_NONBLOCK))
    }
}

extension stat {
    /// When the file was written to.
    var modified: timespec {
        #if canImport(Darwin)
        st_mtimespec
        #else
        st_mtim
        #endif
    }
}

extension timespec {
    fileprivate static func != (one: timespec, other: timespec) -> Bool {
        one.tv_sec != other.tv_sec || one.tv_nsec != other.tv_nsec
    }
}

extension CommandArgument {
    /// Whether a path leads there, which is not the case for a pipe of `/dev/fd`.
    fileprivate var isPath: Bool {
        withCString { path in
            guard let path, let real = realpath(path, nil) else { return false }
            free(real)
            return true
        }
    }
}

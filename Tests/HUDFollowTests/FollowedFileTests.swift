import HUDCore
import HUDJob
import HUDLibc
import SeededRandom
import Testing

@testable import HUDFollow

/// How files and named pipes are read that change while they are followed, and how often streams are read.
@Suite struct FollowedFileTests {
    /// A folder of its own, with a file that is written as a test says.
    private final class Folder {
        let path: String
        var file: String { path + "/events" }

        init() {
            var name = Array("/tmp/hud-followed-XXXXXX".utf8CString)
            _ = name.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } }
            path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        deinit {
            for name in ["events", "old"] { _ = unlink("\(path)/\(name)") }
            _ = rmdir(path)
        }

        func write(_ text: String, _ flags: Int32) {
            let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o600)
            _ = Array(text.utf8).withUnsafeBytes { HUDLibc.write(descriptor, $0.baseAddress, $0.count) }
            _ = close(descriptor)
        }
    }

    @Test func `A file is silent once all of it has been read`() throws {
        let folder = Folder()
        folder.write(String(repeating: "a", count: 100), 0)
        var connection = try FollowConnection(.file(CommandArgument(folder.file)))
        defer { _ = connection.close() }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
        defer { buffer.deallocate() }
        #expect(connection.silence == nil)
        guard case .bytes(64) = connection.read(into: buffer) else { return #expect(Bool(false)) }
        #expect(connection.silence == nil)
        guard case .bytes(36) = connection.read(into: buffer) else { return #expect(Bool(false)) }
        #expect(try #require(connection.silence) < .seconds(60))
    }

    /// All readings up to one that has nothing, as words.
    private func read(_ connection: inout FollowConnection) -> [String] {
        var words: [String] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
        defer { buffer.deallocate() }
        while words.count < 1000 {
            switch connection.read(into: buffer) {
            case .bytes(let count): words.append(String(decoding: buffer[..<count], as: UTF8.self))
            case .fromStart: words.append("<from the start>")
            case .hungUp: return words + ["<hung up>"]
            case .nothing: return words
            case .end: return words + ["<end>"]
            }
        }
        return words
    }

    @Test(arguments: ["", "new", "a line that is as long", "another one that is longer than the first"])
    func `A file that is truncated and written again is read from the start`(text: String) throws {
        let folder = Folder()
        folder.write("the first of two lines", 0)
        var connection = try FollowConnection(.file(CommandArgument(folder.file)))
        defer { _ = connection.close() }
        #expect(read(&connection) == ["the first of two lines"])
        folder.write(" and more", O_APPEND)
        #expect(read(&connection) == [" and more"])
        folder.write(text, O_TRUNC)
        #expect(read(&connection).joined() == "<from the start>" + text)
        #expect(read(&connection) == [])
    }

    @Test func `A file that is renamed is read to its end, and then the one that has its name`() throws {
        let folder = Folder()
        folder.write("one", 0)
        var connection = try FollowConnection(.file(CommandArgument(folder.file)))
        defer { _ = connection.close() }
        #expect(read(&connection) == ["one"])
        folder.write(" two", O_APPEND)
        #expect(rename(folder.file, folder.path + "/old") == 0)
        #expect(read(&connection) == [" two"], "the name leads nowhere")
        folder.write("three", 0)
        #expect(read(&connection) == ["<from the start>", "three"])
        folder.write(" four", O_APPEND)
        #expect(read(&connection) == [" four"])
    }

    @Test func `A named pipe has another writer after one that has closed it`() throws {
        let folder = Folder()
        #expect(mkfifo(folder.file, 0o600) == 0)
        var connection = try FollowConnection(.file(CommandArgument(folder.file)))
        defer { _ = connection.close() }
        folder.write("one", 0)
        #expect(read(&connection) == ["one", "<hung up>"])
        folder.write("two", 0)
        #expect(read(&connection) == ["two", "<hung up>"])
        let writer = open(folder.file, O_WRONLY | O_CLOEXEC)
        #expect(read(&connection) == [], "a writer is there")
        _ = close(writer)
        #expect(rename(folder.file, folder.path + "/old") == 0)
        #expect(mkfifo(folder.file, 0o600) == 0)
        #expect(read(&connection) == ["<from the start>", "<hung up>"])
        folder.write("three", 0)
        #expect(read(&connection) == ["three", "<hung up>"])
    }

    @Test func `A pipe without a name has no other writer`() throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { _ = close(ends[0]) }
        var connection = try FollowConnection(.file(CommandArgument("/dev/fd/\(ends[0])")))
        defer { _ = connection.close() }
        _ = close(ends[1])
        #expect(read(&connection) == ["<end>"])
    }

    // MARK: The pace

    @Test func `Reads are put off until they bring many bytes`() {
        func pause(after count: Int, since milliseconds: Int) -> Duration {
            var pace = ReadPace(at: .zero)
            return pace.pause(after: count, at: .zero.advanced(by: .milliseconds(milliseconds)))
        }
        #expect(pause(after: 100, since: 1) == .milliseconds(25))
        #expect(pause(after: 8192, since: 10) == .milliseconds(10))
        #expect(pause(after: 65536, since: 25) == .nanoseconds(3_125_000))
        #expect(pause(after: 65536, since: 4) == .zero, "shorter than a millisecond")
        #expect(pause(after: 4096, since: 1_000_000_000) == .milliseconds(25))
        #expect(pause(after: 0, since: 10) == .milliseconds(25))
    }

    /// A pipe of 64 KB, and a sender that waits when it is full.
    @Test func `No sender waits for space in its pipe for long`() {
        var random = SeededGenerator(stream: 135)
        for run in 0..<200 {
            let rate = 1 << random.int(7...29)
            var pace = ReadPace(at: .zero)
            var now = HUDInstant.zero.advanced(by: .milliseconds(random.int(0...100)))
            var (reads, held) = (0, 0)
            var pause = Duration.zero
            for _ in 0..<100 {
                // A read takes a tenth of a millisecond.
                pause = max(pause, .microseconds(100))
                now = now.advanced(by: pause)
                let arrived = max(1, Int(pause.nanosecondsRoundedDown) / 1000 * rate / 1_000_000)
                if arrived > 65536 { held += 1 }
                reads += 1
                pause = pace.pause(after: min(65536, arrived), at: now)
            }
            // The first read says nothing about the rate.
            if rate < 400_000_000 { #expect(held <= 4, "run \(run), \(rate) bytes a second, seed \(SeededGenerator.seed)") }
            if rate < 200_000 {
                #expect(pause == ReadPace.longest, "run \(run), \(rate) bytes a second, seed \(SeededGenerator.seed)")
            }
        }
    }
}

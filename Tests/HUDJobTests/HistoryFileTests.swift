import Testing

@testable import HUDJob

/// Which commands have durations of their own.
@Suite struct HistoryFileTests {
    private func key(in directory: String?) throws -> UInt64 {
        var job = HUDJob(["make"])
        job.configuration.workingDirectory = directory
        return try #require(HistoryFile(of: job)).key
    }

    @Test func `A command in another directory is another one`() throws {
        #expect(try key(in: "/") != key(in: "/usr"))
        #expect(try key(in: nil) == key(in: ".") && key(in: "/usr/bin/..") == key(in: "/usr"))
        var job = HUDJob(["make"])
        job.configuration.workingDirectory = "/no/such/directory"
        #expect(HistoryFile(of: job)?.key == nil)
    }
}

import HUDCore
import Testing

@testable import HUDJob

@Suite struct OutputSearchTests {
    /// A search at times in milliseconds.
    private final class Search {
        private var search: OutputSearch

        init(_ policy: ProgressPolicy) throws { search = try OutputSearch(policy) }

        func see(_ text: String, at milliseconds: Int) -> [OutputSearch.Event] {
            Array(text.utf8).withUnsafeBytes { search.see($0, at: JobMachineTests.at(milliseconds)) }
        }

        func look(at milliseconds: Int, searches: Bool = true) -> [OutputSearch.Event] {
            search.look(at: JobMachineTests.at(milliseconds), searches: searches)
        }

        func end(searches: Bool = true) -> OutputSearch.Event? { search.end(searches: searches) }

        /// When it must be looked at.
        var nextLook: Int? { search.nextLook.map { Int($0.offset / .milliseconds(1)) } }
    }

    private static func found(_ fraction: Double) -> OutputSearch.Event { .found(JobProgress(fraction: fraction)) }

    private static func found(_ completed: Int, of total: Int, phase: Int = 1) -> OutputSearch.Event {
        var progress = JobProgress(ProgressSample(completedUnitCount: completed, totalUnitCount: total))
        progress.phase = phase
        return .found(progress)
    }

    @Test func `An unfinished line counts when nothing has followed for 100 ms`() throws {
        let search = try Search(.match("at ([0-9]+)"))
        #expect(search.see("at 4", at: 0) == [])
        #expect(search.nextLook == 100)
        #expect(search.see("5", at: 60) == [])
        #expect(search.nextLook == 160)
        #expect(search.look(at: 159) == [])
        #expect(search.look(at: 160) == [Self.found(0.45)])
        #expect(search.nextLook == nil)
        // A line that has ended is searched at once.
        #expect(search.see(" %\nat 50\n", at: 200) == [Self.found(0.5)])
        #expect(search.nextLook == nil)
    }

    @Test func `Complete progress expires if none follows within two seconds`() throws {
        let search = try Search(.auto)
        #expect(search.see("[19/20] a\n[20/20] b\n", at: 0) == [Self.found(20, of: 20)])
        #expect(search.nextLook == 2000)
        // It is seen again.
        #expect(search.see("[20/20] b\n", at: 1000) == [])
        #expect(search.nextLook == 3000)
        #expect(search.see("linked\n", at: 1500) == [])
        #expect(search.look(at: 2999) == [])
        #expect(search.look(at: 3000) == [.expired])
        #expect(search.nextLook == nil)
        #expect(search.see("[20/20] b\n", at: 4000) == [])
        #expect(search.nextLook == nil)
    }

    @Test func `Complete progress does not expire if other progress follows`() throws {
        let search = try Search(.auto)
        _ = search.see("[19/20] a\n[20/20] b\n", at: 0)
        #expect(search.see("[1/9] a\n[2/9] b\n", at: 500) == [Self.found(2, of: 9, phase: 2)])
        #expect(search.nextLook == nil)
    }

    @Test func `What the job or the user says is complete does not expire`() throws {
        let told = try Search(.auto)
        #expect(told.see("\u{1B}]9;4;1;100\u{7}", at: 0) == [Self.found(1)])
        #expect(told.nextLook == nil)
        #expect(told.see("\u{1B}]9;4;0\u{7}", at: 10) == [.discarded])
        let matched = try Search(.match("at ([0-9]+)"))
        #expect(matched.see("at 100\n", at: 0) == [Self.found(1)])
        #expect(matched.nextLook == nil)
    }

    @Test func `What is due while the job reports its progress is left out`() throws {
        let search = try Search(.auto)
        _ = search.see("[19/20] a\n[20/20] b\nlinking", at: 0)
        #expect(search.nextLook == 100)
        #expect(search.look(at: 5000, searches: false) == [])
        #expect(search.nextLook == nil)
        #expect(search.look(at: 5000) == [])
    }

    @Test func `The last line counts without an end`() throws {
        let search = try Search(.match("at ([0-9]+)"))
        _ = search.see("at 45", at: 0)
        #expect(search.end(searches: false) == nil)
        #expect(search.end() == Self.found(0.45))
        let finished = try Search(.auto)
        _ = finished.see("[19/20] a\n[20/20] b\n", at: 0)
        #expect(finished.end() == nil)
        // The job is over.
        #expect(finished.nextLook == nil)
    }
}

import HUDCore
import Testing

@testable import HUDJob

@Suite struct ProgressFollowerTests {
    private struct NoSource: ProgressSource {
        func sample() -> ProgressSample { ProgressSample(completedUnitCount: 0, totalUnitCount: nil) }
    }

    private func follower(_ policy: ProgressPolicy, mode: HUDMode? = nil) throws -> (ProgressFollower, HUD) {
        let follower = try ProgressFollower(policy, mode: mode)
        let hud = HUD(clock: ManualClock())
        hud.progressSource = NoSource()
        follower.shown.hud = hud
        return (follower, hud)
    }

    private func see(_ text: String, by follower: ProgressFollower) {
        Array(text.utf8).withUnsafeBytes { follower.see($0) }
    }

    /// Gives the follower lines that a job reports.
    private func take(_ lines: [String], by follower: ProgressFollower) {
        for line in lines.compactMap({ ProgressLine($0.utf8) }) { follower.take(line: line) }
    }

    @Test func `A HUD has a bar from the first finding on`() throws {
        let (follower, hud) = try follower(.match(CommandArgument("at ([0-9]+)")))
        see("nothing\n", by: follower)
        #expect(hud.mode == .indeterminate)
        #expect(hud.progressSource is NoSource)
        see("at 45\n", by: follower)
        #expect(hud.mode == .bar)
        #expect(hud.progressSource?.sample() == ProgressSample(fraction: 0.45))
    }

    @Test func `The mode that was asked for stays`() throws {
        let (follower, hud) = try follower(.auto, mode: .annular)
        see("[1/20] a\n[2/20] b\n", by: follower)
        #expect(hud.mode == .annular)
        #expect(hud.progressSource?.sample() == ProgressSample(completedUnitCount: 2, totalUnitCount: 20))
    }

    @Test func `A new phase is a new progress source`() throws {
        let (follower, hud) = try follower(.match(CommandArgument("at ([0-9]+)")))
        see("at 40\n", by: follower)
        let first = hud.progressSource as? FoundProgress
        see("at 50\n", by: follower)
        #expect(hud.progressSource as? FoundProgress === first)
        see("at 8\n", by: follower)
        let second = hud.progressSource as? FoundProgress
        #expect(second !== first)
        #expect(second?.sample().fraction == 0.08)
    }

    @Test func `The last line counts without an end`() throws {
        let (follower, hud) = try follower(.match(CommandArgument("at ([0-9]+)")))
        see("at 45", by: follower)
        #expect(hud.mode == .indeterminate)
        follower.endOutput()
        #expect(hud.progressSource?.sample().fraction == 0.45)
    }

    @Test func `While a job reports its progress its output does not count, and afterwards the HUD is as before`() throws {
        let (follower, hud) = try follower(.auto)
        hud.label = "make"
        see("[1/20] a\n[2/20] b\n", by: follower)
        take(["label One", "details two", "3/4"], by: follower)
        see("[3/20] c\n[4/20] d\n", by: follower)
        #expect((hud.label, hud.detailsLabel) == ("One", "two"))
        #expect(hud.progressSource?.sample() == ProgressSample(completedUnitCount: 3, totalUnitCount: 4))
        follower.take(line: .end)
        #expect((hud.label, hud.detailsLabel) == ("make", ""))
        #expect(hud.progressSource?.sample() == ProgressSample(completedUnitCount: 2, totalUnitCount: 20))
        see("[3/20] e\n", by: follower)
        #expect(hud.progressSource?.sample() == ProgressSample(completedUnitCount: 3, totalUnitCount: 20))
        follower.take(line: .end)
        #expect(hud.progressSource?.sample() == ProgressSample(completedUnitCount: 3, totalUnitCount: 20))
    }

    @Test func `A job that reports labels alone has its progress found in its output`() throws {
        let (follower, hud) = try follower(.auto)
        follower.take(line: .label("inner"))
        see("[1/20] a\n[2/20] b\n", by: follower)
        #expect(hud.label == "inner")
        #expect(hud.progressSource?.sample() == ProgressSample(completedUnitCount: 2, totalUnitCount: 20))
    }

    @Test func `The label that a job reports is known until its work is over, also without a HUD`() throws {
        let follower = ProgressFollower(mode: nil)
        #expect(follower.report.label == nil)
        take(["3/4", "label One", "label Two"], by: follower)
        #expect(follower.report.label == "Two")
        follower.take(line: .end)
        #expect(follower.report.label == nil)
    }

    @Test func `The label that a job of a group reports stands beside its name`() throws {
        let follower = ProgressFollower(mode: nil)
        let node = ProgressNode(label: "job 1")
        follower.shown.node = JobNode(node)
        take(["label One", "details two", "3/4"], by: follower)
        #expect((node.label, node.detailsLabel, node.fractionCompleted) == ("job 1", "One: two", 0.75))
        follower.take(line: .end)
        #expect((node.label, node.detailsLabel, node.fractionCompleted) == ("job 1", "", 0))
    }

    @Test func `A count without a total is beside the spinner, until there is a total`() {
        let follower = ProgressFollower(mode: nil)
        let hud = HUD(clock: ManualClock())
        let node = ProgressNode(label: "job 1")
        hud.progressSource = NoSource()
        (follower.shown.hud, follower.shown.node) = (hud, JobNode(node))
        take(["7/? files"], by: follower)
        #expect(hud.mode == .indeterminate)
        #expect(hud.progressSource?.sample() == ProgressSample(completedUnitCount: 7, totalUnitCount: nil, unit: .named("files")))
        // A job of a group has a fraction or nothing.
        #expect(node.totalCount == nil)
        let source = hud.progressSource as? FoundProgress
        take(["8/16 files"], by: follower)
        #expect(hud.mode == .bar && hud.progressSource as? FoundProgress === source)
        take(["9/? files"], by: follower)
        #expect(hud.mode == .indeterminate && source?.sample().completedUnitCount == 9)
        take(["end"], by: follower)
        #expect(hud.progressSource is NoSource)
    }

    @Test func `Durations of earlier runs and the output say more than a count without a total`() throws {
        let (follower, hud) = try follower(.auto)
        hud.progressSource = ExpectedProgress(.seconds(10), since: LiveClock.shared.now)
        take(["7/?", "8/?"], by: follower)
        #expect(hud.progressSource is ExpectedProgress)
        see("[1/20] a\n[2/20] b\n", by: follower)
        #expect(hud.mode == .bar && hud.progressSource?.sample().totalUnitCount == 20)
    }

    @Test(arguments: [false, true])
    func `A count without a total is not shown while progress in the output is, and comes back`(isFirst: Bool) throws {
        let (follower, hud) = try follower(.auto)
        if isFirst { take(["11/?"], by: follower) }
        for step in 1...4 {
            see("[\(step)/20] a\n", by: follower)
            if step > 1 { #expect(hud.mode == .bar && hud.progressSource?.sample().completedUnitCount == step) }
            if step > 2 { take(["1\(step)/?"], by: follower) }
            if step > 1 { #expect(hud.mode == .bar && hud.progressSource?.sample().completedUnitCount == step) }
        }
        see("\u{1B}]9;4;3\u{7}", by: follower)
        #expect(hud.mode == .indeterminate && hud.progressSource?.sample().completedUnitCount == 14)
        take(["15/?"], by: follower)
        #expect(hud.mode == .indeterminate && hud.progressSource?.sample().completedUnitCount == 15)
        see("\u{1B}]9;4;1;60\u{7}", by: follower)
        take(["16/?", "end", "label inner"], by: follower)
        see("\u{1B}]9;4;1;70\u{7}\u{1B}]9;4;3\u{7}", by: follower)
        #expect(hud.mode == .indeterminate && hud.progressSource?.sample().completedUnitCount != 16)
        // A total says more than the output.
        see("\u{1B}]9;4;1;80\u{7}", by: follower)
        take(["3/4", "4/?"], by: follower)
        #expect(hud.mode == .indeterminate && hud.progressSource?.sample().completedUnitCount == 4)
    }

    @Test func `What a job removes by OSC 9 4 is as before, and so is the progress of work of unknown length`() throws {
        let (follower, hud) = try follower(.auto)
        let node = ProgressNode(label: "job 1")
        follower.shown.node = JobNode(node)
        for end in ["0", "3", "0;0"] {
            see("\u{1B}]9;4;1;60\u{7}", by: follower)
            #expect(hud.mode == .bar && hud.progressSource?.sample().fraction == 0.6 && node.fractionCompleted == 0.6, "\(end)")
            see("\u{1B}]9;4;\(end)\u{7}", by: follower)
            #expect(hud.mode == .indeterminate && hud.progressSource is NoSource && node.fractionCompleted == 0, "\(end)")
        }
        // In one piece.
        see("\u{1B}]9;4;1;60\u{7}\u{1B}]9;4;0\u{7}\u{1B}]9;4;1;20\u{7}", by: follower)
        #expect(hud.mode == .bar && hud.progressSource?.sample().fraction == 0.2)
        // A job may label its work meanwhile.
        follower.take(line: .label("inner"))
        see("\u{1B}]9;4;0\u{7}", by: follower)
        #expect(hud.mode == .indeterminate && hud.progressSource is NoSource)
        follower.take(line: .end)
        #expect(hud.mode == .indeterminate && hud.progressSource is NoSource)
        #expect(node.fractionCompleted == 0)
        // A part of a job removes what it has not told.
        see("[1/20] a\n[2/20] b\n\u{1B}]9;4;0\u{7}", by: follower)
        #expect(hud.mode == .bar && hud.progressSource?.sample().totalUnitCount == 20)
        see("\u{1B}]9;4;3\u{7}", by: follower)
        #expect(hud.mode == .indeterminate && hud.progressSource is NoSource)
        // What it has counted itself comes back, and a second removal does not take it.
        follower.take(line: try #require(ProgressLine("12/?".utf8)))
        for _ in 0..<2 {
            see("\u{1B}]9;4;1;50\u{7}", by: follower)
            #expect(hud.progressSource?.sample().fraction == 0.5)
            for _ in 0..<2 { see("\u{1B}]9;4;3\u{7}", by: follower) }
            #expect(hud.progressSource?.sample().completedUnitCount == 12)
        }
        follower.take(line: .end)
    }

    @Test func `A silence covers the details that the job sets meanwhile, which come back after it`() throws {
        let (follower, hud) = try follower(.auto)
        let details = try #require(follower.shown.details)
        details.showSilence(.seconds(31))
        #expect(hud.detailsLabel == "silent for 0:31")
        take(["details two", "1/10"], by: follower)
        #expect((hud.detailsLabel, details.text) == ("silent for 0:31", "two"))
        details.showSilence(nil)
        #expect(hud.detailsLabel == "two")
        details.showSilence(.seconds(32))
        follower.take(line: .end)
        #expect((hud.detailsLabel, details.text) == ("silent for 0:32", ""))
        details.showSilence(nil)
        #expect(hud.detailsLabel == "")
        // The program sets others.
        details.showSilence(.seconds(33))
        hud.detailsLabel = "mine"
        details.showSilence(.seconds(34))
        #expect((hud.detailsLabel, details.text) == ("silent for 0:34", "mine"))
        details.showSilence(nil)
        #expect(hud.detailsLabel == "mine")
    }

    @Test func `A silence covers the details of a job of a group, too`() {
        let follower = ProgressFollower(mode: nil)
        let node = ProgressNode(label: "job 1")
        follower.shown.node = JobNode(node)
        follower.shown.details?.showSilence(.seconds(31))
        take(["1/10", "details two"], by: follower)
        #expect(node.detailsLabel == "silent for 0:31")
        follower.take(line: .end)
        follower.shown.details?.showSilence(nil)
        #expect(node.detailsLabel == "")
    }

    @Test func `The time for which a job of a group is paused does not count in its expected progress`() {
        let node = ProgressNode(label: "job 1")
        let job = JobNode(node)
        let begin = LiveClock.shared.now.advanced(by: .seconds(-50))
        job.expect(.seconds(100), since: begin)
        #expect(node.fractionCompleted >= 0.5)
        job.count(since: begin, pausedAt: begin.advanced(by: .seconds(20)))
        #expect(node.fractionCompleted == 0.2)
        job.count(since: begin.advanced(by: .seconds(30)), pausedAt: nil)
        #expect(node.fractionCompleted >= 0.2 && node.fractionCompleted < 0.5)
    }

    @Test func `Labels and details from lines are set`() throws {
        let (follower, hud) = try follower(.none)
        take(["label One", "details two", "3/4"], by: follower)
        #expect((hud.label, hud.detailsLabel, hud.mode) == ("One", "two", .bar))
        #expect(hud.progressSource?.sample() == ProgressSample(completedUnitCount: 3, totalUnitCount: 4))
    }
}

import Foundation
import HUDCore
import Testing

@testable import HUDFoundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct TaskFollowingTests {
    private func actions(_ samples: TaskFollowing.Sample...) -> [TaskFollowing.Action?] {
        var following = TaskFollowing()
        return samples.map { following.take($0) }
    }

    @Test func `A running task is shown once, however often it is sampled`() {
        #expect(actions(.running, .running, .running) == [.show, nil, nil])
    }

    @Test func `A suspended task is hidden, and shown again when it is resumed`() {
        #expect(actions(.suspended, .running, .suspended, .suspended, .running) == [nil, .show, .hide, nil, .show])
    }

    @Test func `A task ends once, in any state`() {
        let success = TaskFollowing.Action.end(.succeeded, hasRunUnseen: false)
        let cancellation = TaskFollowing.Action.end(.cancelled, hasRunUnseen: false)
        #expect(actions(.running, .ended(.succeeded), .ended(.succeeded), .running) == [.show, success, nil, nil])
        #expect(actions(.suspended, .ended(.cancelled), .suspended) == [nil, cancellation, nil])
    }

    @Test func `A task that ends before a sample finds it running has run, unless it was cancelled`() {
        let failure = HUDOutcome.failed(reason: "x")
        #expect(actions(.ended(failure), .ended(.cancelled)) == [.end(failure, hasRunUnseen: true), nil])
        #expect(actions(.suspended, .ended(.succeeded)) == [nil, .end(.succeeded, hasRunUnseen: true)])
        #expect(actions(.ended(.cancelled)) == [.end(.cancelled, hasRunUnseen: false)])
    }

    @Test(arguments: [HUDOutcome.succeeded, .failed(reason: "x"), .cancelled])
    func `A task that ends before a sample finds it resumed has run, also if it was cancelled`(outcome: HUDOutcome) {
        #expect(actions(.running, .suspended, .ended(outcome)) == [.show, .hide, .end(outcome, hasRunUnseen: true)])
    }

    @Test func `A HUD that followed a running task is hidden once for one that is suspended`() {
        var last = TaskFollowing()
        _ = last.take(.running)
        var next = TaskFollowing(after: last)
        #expect([next.take(.suspended), next.take(.suspended), next.take(.running)] == [.hide, nil, .show])
        next = TaskFollowing(after: last)
        #expect(next.take(.running) == .show)
    }

    @Test func `It says whether the task is running`() {
        var following = TaskFollowing()
        #expect(!following.isRunning)
        _ = following.take(.running)
        #expect(following.isRunning)
        _ = following.take(.ended(.succeeded))
        #expect(!following.isRunning)
    }

    @Test func `The outcome is the error's text in one line, and a cancellation is no failure`() {
        #expect(TaskFollowing.Sample.outcome(of: nil) == .succeeded)
        #expect(TaskFollowing.Sample.outcome(of: URLError(.cancelled)) == .cancelled)
        let error = NSError(domain: "test", code: 1, userInfo: [NSLocalizedDescriptionKey: "two\nlines\r\nor three"])
        #expect(TaskFollowing.Sample.outcome(of: error) == .failed(reason: "two lines or three"))
    }
}

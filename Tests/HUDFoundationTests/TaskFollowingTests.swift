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
        #expect(actions(.running, .ended(.succeeded), .ended(.succeeded), .running) == [.show, .end(.succeeded), nil, nil])
        #expect(actions(.suspended, .ended(.cancelled), .suspended) == [nil, .end(.cancelled), nil])
        #expect(actions(.ended(.failed(reason: "x")), .ended(.cancelled)) == [.end(.failed(reason: "x")), nil])
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

import Foundation
import HUDCore
import HUDTesting
import Testing

@testable import HUDFoundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The network is real. The HUD's time is not, so there is no race between them: the test waits for a fact, and then advances the clock.
@Suite(.timeLimit(.minutes(1))) struct FollowTests {
    private let session = Downloads.session()
    private let terminal = TestTerminal(columns: 60, rows: 5)
    private let hud: HUD

    /// The longest time until a change is seen.
    private static let lag = Duration.milliseconds(250)

    init() {
        hud = HUD(
            label: "Fetching", mode: .bar, timing: HUDTiming(graceTime: .milliseconds(500), minimumShowTime: .zero),
            renderer: terminal.renderer, clock: terminal.clock)
    }

    private func download(from server: LocalServer) throws -> URLSessionDownloadTask {
        let task = session.downloadTask(with: try server.url())
        hud.follow(task)
        return task
    }

    @Test func `A running task is shown with its bytes, and its end hides it`() async throws {
        let server = try LocalServer()
        let task = try download(from: server)
        #expect(hud.phase == .hidden)
        task.resume()
        terminal.clock.advance(by: Self.lag)
        #expect(hud.phase == .waiting)
        let connection = try await server.next()
        connection.sendHead(length: 60_000)
        connection.sendBody(30_000)
        try await waitUntil("half") { task.countOfBytesReceived == 30_000 }
        terminal.clock.advance(by: .milliseconds(600))
        #expect(terminal.lines.count == 1 && terminal.lines[0].contains("50%"))
        connection.sendBody(30_000)
        try await waitUntil("the end") { task.hasEnded }
        #expect(hud.isOnScreen && hud.outcome == nil)
        terminal.clock.advance(by: .milliseconds(50))
        #expect(hud.outcome == .succeeded && hud.phase == .hidden)
        #expect(terminal.lines == [])
    }

    @Test func `A task that ends within the grace time shows nothing`() async throws {
        let server = try LocalServer()
        let task = try download(from: server)
        task.resume()
        terminal.clock.advance(by: Self.lag)
        let connection = try await server.next()
        connection.sendHead(length: 10)
        connection.sendBody(10)
        try await waitUntil("the end") { task.hasEnded }
        terminal.clock.advance(by: .milliseconds(50))
        #expect(hud.phase == .hidden && hud.outcome == .succeeded)
        terminal.clock.advance(by: .seconds(60))
        #expect(terminal.bytesWritten == 0)
    }

    @Test func `A show that another thread's end of the task has overtaken does not leave the HUD on screen`() async throws {
        let server = try LocalServer()
        let task = session.downloadTask(with: try server.url())
        task.resume()
        let follower = TaskFollower.follow(task, with: hud)
        task.cancel()
        try await waitUntil("the end") { task.hasEnded }
        await hud.finish()
        #expect(hud.outcome == .cancelled && hud.phase == .hidden)
        follower.carryOut(.show)
        #expect(hud.outcome == .cancelled && hud.phase == .hidden)
    }

    @Test func `An end that was found late does not hide the HUD of the next task`() async throws {
        let server = try LocalServer()
        let (first, next) = (session.downloadTask(with: try server.url()), session.downloadTask(with: try server.url()))
        first.resume()
        let follower = TaskFollower.follow(first, with: hud)
        first.cancel()
        try await waitUntil("the end") { first.hasEnded }
        next.resume()
        hud.follow(next)
        follower.carryOut(.end(.cancelled, hasRunUnseen: false))
        #expect(hud.outcome == nil && hud.phase == .waiting)
        follower.carryOut(.hide)
        #expect(hud.outcome == nil && hud.phase == .waiting)
        next.cancel()
        try await waitUntil("the end") { next.hasEnded }
        terminal.clock.advance(by: .milliseconds(50))
        #expect(hud.outcome == .cancelled && hud.phase == .hidden)
    }

    @Test func `A task that runs already is shown from the call on`() async throws {
        let server = try LocalServer()
        let task = session.downloadTask(with: try server.url())
        task.resume()
        hud.follow(task)
        #expect(hud.phase == .waiting)
        task.cancel()
        try await waitUntil("the end") { task.hasEnded }
        terminal.clock.advance(by: .milliseconds(50))
        #expect(hud.outcome == .cancelled)
    }

    @Test func `A suspended task is hidden, and shown again when it is resumed`() async throws {
        let server = try LocalServer()
        let task = try download(from: server)
        task.resume()
        terminal.clock.advance(by: Self.lag)
        let connection = try await server.next()
        connection.sendHead(length: 60_000)
        connection.sendBody(30_000)
        try await waitUntil("half") { task.countOfBytesReceived == 30_000 }
        terminal.clock.advance(by: .seconds(1))
        #expect(hud.isOnScreen)
        task.suspend()
        terminal.clock.advance(by: .milliseconds(50))
        #expect(hud.phase == .hidden && hud.outcome == nil && terminal.lines == [])
        task.resume()
        terminal.clock.advance(by: Self.lag)
        #expect(hud.phase == .waiting)
        #if canImport(FoundationNetworking)
        // On Linux a task that is resumed makes its request again.
        let rest = try await server.next()
        rest.sendHead(length: 60_000)
        rest.sendBody(60_000)
        #else
        connection.sendBody(30_000)
        #endif
        try await waitUntil("the end") { task.hasEnded }
        terminal.clock.advance(by: .milliseconds(50))
        #expect(hud.outcome == .succeeded)
        let expected = ProgressSample(completedUnitCount: 60_000, totalUnitCount: 60_000, unit: .bytes)
        #expect(hud.progressSource?.sample() == expected)
    }

    @Test func `A download that is cut off has failed, with the error's text`() async throws {
        let server = try LocalServer()
        let task = try download(from: server)
        task.resume()
        let connection = try await server.next()
        connection.sendHead(length: 60_000)
        connection.sendBody(30_000)
        connection.finish()
        try await waitUntil("the end") { task.hasEnded }
        terminal.clock.advance(by: Self.lag)
        guard case .failed(let reason) = hud.outcome else {
            Issue.record("\(String(describing: hud.outcome))")
            return
        }
        #expect(!reason.isEmpty && !reason.contains("\n"))
    }

    @Test func `A server that can't be reached is a failure`() async throws {
        var server: LocalServer? = try LocalServer()
        let url = try #require(try server?.url())
        server = nil
        let task = session.downloadTask(with: url)
        hud.follow(task)
        task.resume()
        try await waitUntil("the end") { task.hasEnded }
        terminal.clock.advance(by: Self.lag)
        guard case .failed = hud.outcome else {
            Issue.record("\(String(describing: hud.outcome))")
            return
        }
    }

    @Test(arguments: [400, 404, 503]) func `A response of 400 or more is a failure with its status, and leaves its line`(
        status: Int
    ) async throws {
        hud.summary = .failures
        let server = try LocalServer()
        let task = try download(from: server)
        task.resume()
        let connection = try await server.next()
        connection.sendHead(status: "\(status) No", length: 10)
        connection.sendBody(10)
        try await waitUntil("the end") { task.hasEnded }
        terminal.clock.advance(by: Self.lag)
        #expect(hud.outcome == .failed(reason: "\(status)"))
        // No sample has found it running.
        #expect(terminal.lines.count == 1 && terminal.lines[0].contains("\(status)"))
    }

    /// A HUD that is finished in the delegate, before its clock has looked at the task again.
    private func outcomeInDelegate(_ serve: (LocalServer) async throws -> Void, to url: URL? = nil) async throws -> HUDOutcome? {
        let server = try LocalServer()
        let ends = AsyncStream.makeStream(of: Void.self)
        let delegate = FinishingDelegate { [hud] in
            hud.finish()
            ends.continuation.yield()
        }
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        let task = session.downloadTask(with: try url ?? server.url())
        hud.follow(task)
        task.resume()
        if url == nil { try await serve(server) }
        for await _ in ends.stream { break }
        session.invalidateAndCancel()
        return hud.outcome
    }

    @Test func `finish() in a delegate knows how the task has ended`() async throws {
        let missing = try await outcomeInDelegate { server in
            let connection = try await server.next()
            connection.sendHead(status: "404 Not Found", length: 2)
            connection.sendBody(2)
        }
        #expect(missing == .failed(reason: "404"))
    }

    @Test func `finish() in a delegate knows of a success`() async throws {
        let whole = try await outcomeInDelegate { server in
            let connection = try await server.next()
            connection.sendHead(length: 2)
            connection.sendBody(2)
        }
        #expect(whole == .succeeded)
    }

    @Test func `finish() in a delegate knows of a refused connection`() async throws {
        var server: LocalServer? = try LocalServer()
        let url = try #require(try server?.url())
        server = nil
        guard case .failed(let reason) = try await outcomeInDelegate({ _ in }, to: url) else {
            Issue.record("\(String(describing: hud.outcome))")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func `finish() while the task is running leaves the outcome open`() async throws {
        let server = try LocalServer()
        let task = try download(from: server)
        task.resume()
        let connection = try await server.next()
        connection.sendHead(length: 60_000)
        connection.sendBody(30_000)
        try await waitUntil("half") { task.countOfBytesReceived == 30_000 }
        await hud.finish()
        #expect(hud.outcome == nil)
        task.cancel()
    }

    @Test func `A cancelled task is no failure, suspended or not`() async throws {
        let server = try LocalServer()
        let task = try download(from: server)
        task.cancel()
        try await waitUntil("the end") { task.hasEnded }
        terminal.clock.advance(by: Self.lag)
        #expect(hud.outcome == .cancelled && terminal.bytesWritten == 0)
    }

    @Test func `Pausing, resuming and cancelling the HUD's work go to the task`() async throws {
        let server = try LocalServer()
        let first = try download(from: server)
        first.resume()
        let connection = try await server.next()
        connection.sendHead(length: 60_000)
        hud.work.pause()
        try await waitUntil("the pause") { first.state == .suspended }
        hud.work.resume()
        try await waitUntil("the resumption") { first.state == .running }
        hud.work.cancel()
        try await waitUntil("the end") { first.hasEnded }
        terminal.clock.advance(by: Self.lag)
        #expect(hud.outcome == .cancelled)
        // A HUD whose work was cancelled follows the next task as any other.
        let second = try download(from: server)
        second.resume()
        _ = try await server.next()
        #expect(second.state == .running)
        #expect(hud.work.state == .running)
        hud.work.cancel()
        try await waitUntil("the end") { second.hasEnded }
    }

    @Test func `A HUD whose work was paused follows the next task as any other`() async throws {
        let server = try LocalServer()
        var connections: [Connection] = []
        func start() async throws -> URLSessionDownloadTask {
            let task = try download(from: server)
            #expect(hud.work.state == .running)
            task.resume()
            connections.append(try await server.next())
            connections.last?.sendHead(length: 60_000)
            return task
        }
        func pause(_ task: URLSessionTask) async throws {
            hud.work.pause()
            try await waitUntil("the pause") { task.state == .suspended }
        }
        let first = try await start()
        try await pause(first)
        let second = try await start()
        #expect(first.state == .suspended)
        try await pause(second)
        for task in [first, second] { task.cancel() }
        try await waitUntil("the end") { first.hasEnded && second.hasEnded }
        #expect(connections.count == 2)
    }

    @Test func `A HUD that follows another task leaves the first one alone`() async throws {
        let server = try LocalServer()
        let first = try download(from: server)
        first.resume()
        terminal.clock.advance(by: Self.lag)
        #expect(hud.phase == .waiting)
        let second = session.downloadTask(with: try server.url())
        hud.follow(second)
        // Nothing that it follows is running.
        #expect(hud.phase == .hidden)
        first.cancel()
        try await waitUntil("the end of the first") { first.hasEnded }
        terminal.clock.advance(by: .seconds(1))
        #expect(hud.outcome == nil)
        second.cancel()
        try await waitUntil("the end of the second") { second.hasEnded }
        terminal.clock.advance(by: Self.lag)
        #expect(hud.outcome == .cancelled)
    }

    @Test func `The HUD is kept until the task has ended, and no longer`() async throws {
        let server = try LocalServer()
        let task = session.downloadTask(with: try server.url())
        var own: HUD? = HUD(renderer: terminal.renderer, clock: terminal.clock)
        weak let hud = own
        own?.follow(task)
        own = nil
        #expect(hud != nil)
        task.resume()
        terminal.clock.advance(by: Self.lag)
        #expect(hud?.isOnScreen == true)
        task.cancel()
        try await waitUntil("the end") { task.hasEnded }
        terminal.clock.advance(by: .seconds(1))
        #expect(hud == nil && terminal.lines == [])
        #expect(terminal.clock.nextDeadline == nil)
    }

    @Test func `In real time the HUD follows by itself`() async throws {
        let server = try LocalServer()
        let hud = HUD(label: "Fetching", renderer: RecordingRenderer())
        var events = hud.events.makeAsyncIterator()
        let task = session.downloadTask(with: try server.url())
        hud.follow(task)
        task.resume()
        #expect(await events.next()?.kind == .appear(animated: true))
        let connection = try await server.next()
        connection.sendHead(length: 10)
        connection.sendBody(10)
        #expect(await events.next()?.kind == .disappear(animated: true))
        #expect(await events.next()?.kind == .hidden(shown: true))
        #expect(hud.outcome == .succeeded)
    }
}

/// A delegate that calls a closure at a task's end.
private final class FinishingDelegate: NSObject, URLSessionDownloadDelegate {
    private let onEnd: @Sendable () -> Void

    init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {}

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) { onEnd() }
}

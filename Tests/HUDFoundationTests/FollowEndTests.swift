import Foundation
import HUDCore
import HUDTesting
import Testing

@testable import HUDFoundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the program says about a HUD that follows a task: it stays, and the HUD of work that is over does not come back.
@Suite(.timeLimit(.minutes(1))) struct FollowEndTests {
    private struct BadChecksum: Error, CustomStringConvertible { var description: String { "bad checksum" } }

    private let session = Downloads.session()
    private let terminal = TestTerminal(columns: 60, rows: 5)
    private let badChecksum = HUDOutcome.failed(reason: "bad checksum")

    private func hud(minimumShow: Duration = .zero) -> HUD {
        let timing = HUDTiming(graceTime: .zero, minimumShowTime: minimumShow)
        let hud = HUD(label: "Fetching", timing: timing, renderer: terminal.renderer, clock: terminal.clock)
        hud.summary = .always
        return hud
    }

    /// Makes a HUD follow a task, and waits until the task has ended.
    private func download(
        from server: LocalServer, with hud: HUD, status: String = "200 OK", isSeenRunning: Bool = false
    ) async throws {
        let task = session.downloadTask(with: try server.url())
        hud.follow(task)
        task.resume()
        let connection = try await server.next()
        if isSeenRunning { terminal.clock.advance(by: .milliseconds(250)) }
        connection.sendHead(status: status, length: 10)
        connection.sendBody(10)
        try await waitUntil("the end") { task.hasEnded }
    }

    /// The lines of the terminal, long after the work is over.
    private var lastLines: [String] {
        terminal.clock.advance(by: .seconds(10))
        return terminal.lines
    }

    private func expectOneFailure(sourceLocation: SourceLocation = #_sourceLocation) {
        let lines = lastLines
        #expect(lines.count == 1 && lines[0].contains("✗") && lines[0].contains("bad checksum"), sourceLocation: sourceLocation)
    }

    @Test(arguments: [false, true]) func `An outcome that was set before finish() stays`(isSeenRunning: Bool) async throws {
        let (server, hud) = (try LocalServer(), hud())
        try await download(from: server, with: hud, isSeenRunning: isSeenRunning)
        hud.outcome = badChecksum
        await hud.finish()
        #expect(hud.outcome == badChecksum)
        expectOneFailure()
    }

    @Test(arguments: [false, true])
    func `The outcome that finish() is given stays while the HUD is still on screen`(isSeenRunning: Bool) async throws {
        let (server, hud) = (try LocalServer(), hud(minimumShow: .seconds(2)))
        try await download(from: server, with: hud, isSeenRunning: isSeenRunning)
        await hud.finish(badChecksum)
        #expect(hud.outcome == badChecksum)
        expectOneFailure()
        #expect(hud.outcome == badChecksum)
    }

    @Test(arguments: [false, true], [Duration.zero, .seconds(2)])
    func `The outcome that a scope's body sets stays, and its HUD leaves one line`(isSeenRunning: Bool, minimumShow: Duration)
        async throws
    {
        let server = try LocalServer()
        try await withHUD(
            "Download", timing: HUDTiming(graceTime: .zero, minimumShowTime: minimumShow), summary: .always,
            renderer: terminal.renderer, clock: terminal.clock
        ) { hud in
            try await download(from: server, with: hud, isSeenRunning: isSeenRunning)
            hud.outcome = badChecksum
        }
        expectOneFailure()
    }

    @Test func `The outcome of the task counts more than that of the scope`() async throws {
        let server = try LocalServer()
        try await withHUD(
            "Download", timing: HUDTiming(graceTime: .zero, minimumShowTime: .zero), summary: .always,
            renderer: terminal.renderer, clock: terminal.clock
        ) { hud in
            try await download(from: server, with: hud, status: "404 Not Found")
        }
        let lines = lastLines
        #expect(lines.count == 1 && lines[0].contains("404"))
    }

    @Test func `The HUD of a scope that has ended does not follow a task that goes on`() async throws {
        let server = try LocalServer()
        let task = session.downloadTask(with: try server.url())
        var connection: Connection?
        await #expect(throws: BadChecksum.self) {
            try await withHUD("Download", timing: HUDTiming(), renderer: terminal.renderer, clock: terminal.clock) { hud in
                hud.follow(task)
                task.resume()
                connection = try await server.next()
                throw BadChecksum()
            }
        }
        #expect(task.state == .running)
        terminal.clock.advance(by: .seconds(2))
        #expect(terminal.bytesWritten == 0 && terminal.clock.nextDeadline == nil)
        task.cancel()
        connection?.finish()
    }

    @Test func `A HUD that was finished does not follow a task that goes on`() async throws {
        let (server, hud) = (try LocalServer(), hud())
        let task = session.downloadTask(with: try server.url())
        hud.follow(task)
        task.resume()
        let connection = try await server.next()
        await hud.finish()
        terminal.clock.advance(by: .seconds(2))
        #expect(hud.phase == .hidden && hud.outcome == nil && terminal.bytesWritten == 0)
        task.cancel()
        try await waitUntil("the end") { task.hasEnded }
        terminal.clock.advance(by: .seconds(2))
        #expect(hud.outcome == nil && terminal.bytesWritten == 0)
        connection.finish()
    }

    @Test func `An outcome that was set while the task begins to run stays when a sample finds it running`() async throws {
        let (server, hud) = (try LocalServer(), hud())
        let task = session.downloadTask(with: try server.url())
        hud.follow(task)
        task.resume()
        let connection = try await server.next()
        hud.outcome = badChecksum
        terminal.clock.advance(by: .milliseconds(250))
        #expect(hud.isOnScreen && hud.outcome == badChecksum)
        await hud.finish()
        task.cancel()
        expectOneFailure()
        connection.finish()
    }

    @Test(arguments: [Duration.zero, .seconds(2)])
    func `The outcome of the last task is not one that the program has given for the next`(minimumShow: Duration) async throws {
        let (server, hud) = (try LocalServer(), hud(minimumShow: minimumShow))
        try await download(from: server, with: hud)
        terminal.clock.advance(by: .milliseconds(250))
        #expect(hud.outcome == .succeeded)
        try await download(from: server, with: hud, status: "404 Not Found")
        #expect(hud.outcome == nil)
        let lines = lastLines
        #expect(hud.outcome == .failed(reason: "404"))
        #expect(lines.last?.contains("404") == true)
    }
}

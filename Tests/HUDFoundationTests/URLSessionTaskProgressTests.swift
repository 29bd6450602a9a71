import Foundation
import HUDCore
import Testing

@testable import HUDFoundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(1))) struct URLSessionTaskProgressTests {
    private let session = Downloads.session()

    @Test func `A download with a length has counts and a total from its first byte on`() async throws {
        let server = try LocalServer()
        let task = session.downloadTask(with: try server.url())
        let progress = URLSessionTaskProgress(task)
        #expect(progress.sample() == ProgressSample(completedUnitCount: 0, totalUnitCount: nil, unit: .bytes))
        task.resume()
        let connection = try await server.next()
        connection.sendHead(length: 60_000)
        connection.sendBody(20_000)
        try await waitUntil("a third") { task.countOfBytesReceived == 20_000 }
        #expect(progress.sample() == ProgressSample(completedUnitCount: 20_000, totalUnitCount: 60_000, unit: .bytes))
        connection.sendBody(20_000)
        try await waitUntil("two thirds") { progress.sample().completedUnitCount == 40_000 }
        #expect(progress.sample().fraction == 40.0 / 60.0)
        connection.sendBody(20_000)
        try await waitUntil("the end") { task.hasEnded }
        #expect(progress.sample() == ProgressSample(completedUnitCount: 60_000, totalUnitCount: 60_000, unit: .bytes))
    }

    @Test func `A download without a length has counts and no total`() async throws {
        let server = try LocalServer()
        let task = session.downloadTask(with: try server.url())
        task.resume()
        let connection = try await server.next()
        connection.sendHead(length: nil)
        connection.sendBody(20_000)
        let progress = URLSessionTaskProgress(task)
        let expected = ProgressSample(completedUnitCount: 20_000, totalUnitCount: nil, unit: .bytes)
        try await waitUntil("the first bytes") { progress.sample() == expected }
        connection.finish()
        try await waitUntil("the end") { task.hasEnded }
        #expect(progress.sample() == expected && task.error == nil)
    }

    @Test func `A download that is cut off stays where it was`() async throws {
        let server = try LocalServer()
        let task = session.downloadTask(with: try server.url())
        task.resume()
        let connection = try await server.next()
        connection.sendHead(length: 60_000)
        connection.sendBody(20_000)
        try await waitUntil("a third") { task.countOfBytesReceived == 20_000 }
        connection.finish()
        try await waitUntil("the end") { task.hasEnded }
        #expect(task.error != nil)
        let expected = ProgressSample(completedUnitCount: 20_000, totalUnitCount: 60_000, unit: .bytes)
        #expect(URLSessionTaskProgress(task).sample() == expected)
    }

    @Test func `A data task is complete at its end, although its bytes were not counted on Linux`() async throws {
        let server = try LocalServer()
        let task = session.dataTask(with: try server.url())
        task.resume()
        let connection = try await server.next()
        connection.sendHead(length: 60_000)
        connection.sendBody(20_000)
        try await waitUntil("the head") { task.countOfBytesExpectedToReceive == 60_000 }
        let progress = URLSessionTaskProgress(task)
        #if canImport(FoundationNetworking)
        #expect(progress.sample() == ProgressSample(completedUnitCount: 0, totalUnitCount: nil, unit: .bytes))
        #endif
        connection.sendBody(40_000)
        try await waitUntil("the end") { task.hasEnded }
        #expect(progress.sample() == ProgressSample(completedUnitCount: 60_000, totalUnitCount: 60_000, unit: .bytes))
    }

    @Test func `An upload is complete when its body is sent and its response has arrived`() async throws {
        let server = try LocalServer()
        var request = URLRequest(url: try server.url())
        request.httpMethod = "POST"
        let task = session.uploadTask(with: request, from: Data(repeating: 0x78, count: 500))
        task.resume()
        let connection = try await server.next()
        #expect(connection.request.contains("Content-Length: 500"))
        connection.sendHead(length: 0)
        connection.finish()
        try await waitUntil("the end") { task.hasEnded }
        #expect(task.error == nil)
        #expect(URLSessionTaskProgress(task).sample().fraction == 1)
    }

    @Test func `Counts and totals of requests and responses are added`() {
        func sample(_ counts: TransferCounts) -> [Int?] { [counts.sample.completedUnitCount, counts.sample.totalUnitCount] }
        #expect(sample(.init()) == [0, nil])
        #expect(sample(.init(received: 5)) == [5, nil])
        #expect(sample(.init(expectedToReceive: 10)) == [0, nil])
        #expect(sample(.init(received: 5, expectedToReceive: 10)) == [5, 10])
        #expect(sample(.init(received: 15, expectedToReceive: 10)) == [10, 10])
        #expect(sample(.init(expectedToReceive: 10, isComplete: true)) == [10, 10])
        #expect(sample(.init(received: 5, isComplete: true)) == [5, nil])
        #expect(sample(.init(sent: 3, expectedToSend: 7)) == [3, 7])
        #expect(sample(.init(received: 5, sent: 7, expectedToSend: 7)) == [7, 7])
        #expect(sample(.init(received: 5, expectedToReceive: 10, sent: 7, expectedToSend: 7)) == [12, 17])
        #expect(sample(.init(received: .max, expectedToReceive: .max, sent: .max, expectedToSend: .max)) == [.max, .max])
        #expect(sample(.init(received: -1, expectedToReceive: -1, sent: -1, expectedToSend: -1)) == [0, nil])
    }
}

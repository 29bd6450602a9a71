import Synchronization
import Testing

@testable import HUDCore

/// What `concurrentMap` promises. A transform waits at a gate until the test lets it go on.
@Suite struct ConcurrentMapTests {
    private struct Failure: Error, Equatable { var element = 0 }

    /// Where elements wait for the test.
    private final class Gates: Sendable {
        private struct State {
            var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
            var mostAtOnce = 0
            var begun: [Int] = []
        }

        private let state = Mutex(State())
        let arrivals: AsyncStream<Int>
        private let arrived: AsyncStream<Int>.Continuation

        init() { (arrivals, arrived) = AsyncStream.makeStream(of: Int.self) }

        var begun: [Int] { state.withLock { $0.begun } }
        var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

        /// Waits until the test opens the gate of `element`. A cancellation opens it with an error.
        func pass(_ element: Int) async throws {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    state.withLock { state in
                        state.begun.append(element)
                        state.waiting[element] = continuation
                        state.mostAtOnce = max(state.mostAtOnce, state.waiting.count)
                    }
                    arrived.yield(element)
                    if Task.isCancelled { open(element, with: .failure(CancellationError())) }
                }
            } onCancel: {
                open(element, with: .failure(CancellationError()))
            }
        }

        func waitForArrivals(_ count: Int) async {
            var iterator = arrivals.makeAsyncIterator()
            for _ in 0..<count { _ = await iterator.next() }
        }

        func open(_ element: Int, with result: Result<Void, any Error> = .success(())) {
            state.withLock { $0.waiting.removeValue(forKey: element) }?.resume(with: result)
        }
    }

    private let clock = ManualClock()
    private let recorder = Recorder()
    private let gates = Gates()

    private func map(
        _ count: Int, atMost limit: Int, _ transform: @Sendable @escaping (Int, ProgressNode) async throws -> Int
    ) async throws -> [Int] {
        try await (0..<count).concurrentMap("Hashing", atMost: limit, renderer: recorder, clock: clock, transform)
    }

    @Test func `The whole counts elements and never the units of their parts`() async throws {
        let (clock, recorder) = (clock, recorder)
        for unit in [ProgressUnit.items, .bytes] {
            _ = try await (0..<2).concurrentMap("Hashing", atMost: 1, unit: unit, renderer: recorder, clock: clock) { _, part in
                part.totalCount = 1000
                part.complete(count: 500)
                clock.advance(by: 1)
            }
            let progress = try #require(recorder.frames.last?.progress)
            #expect(progress.unit == .items)
            #expect(progress.completedUnitCount == (unit == .items ? 2 : nil))
        }
    }

    @Test func `Results are in the order of the elements, whatever the order of their ends`() async throws {
        async let results = map(6, atMost: 3) { element, _ in
            try await gates.pass(element)
            return element * element
        }
        var arrivals = gates.arrivals.makeAsyncIterator()
        var waiting: [Int] = []
        for arrived in 1...6 {
            if let element = await arrivals.next() { waiting.append(element) }
            // The newest first, once there are as many as there can be.
            while let next = waiting.last, waiting.count == 3 || arrived == 6 {
                gates.open(next)
                waiting.removeLast()
            }
        }
        #expect(try await results == [0, 1, 4, 9, 16, 25])
        #expect(gates.mostAtOnce == 3)
        #expect(gates.begun.sorted() == Array(0..<6))
    }

    @Test func `Each running element has a row with its description, and the total is the count`() async throws {
        async let results = map(3, atMost: 2) { element, part in
            if element == 1 { part.label = "the second" }
            try await gates.pass(element)
            return element
        }
        await gates.waitForArrivals(2)
        clock.advance(by: 2)
        let frame = try #require(recorder.frames.last)
        #expect(frame.rows.compactMap { $0?.label } == ["0", "the second"])
        #expect(frame.progress.totalUnitCount == 3 && frame.progress.completedUnitCount == 0)
        gates.open(0)
        await gates.waitForArrivals(1)
        clock.advance(by: 2)
        // The transform has not touched its part.
        #expect(recorder.frames.last?.progress.completedUnitCount == 1)
        #expect(recorder.frames.last?.rows.compactMap { $0?.label } == ["2", "the second"])
        gates.open(1)
        gates.open(2)
        #expect(try await results == [0, 1, 2])
        #expect(recorder.removals.map(\.progress.fraction) == [1])
        #expect(recorder.removals.map(\.outcome) == [.succeeded])
    }

    @Test func `The first error cancels the rest and is thrown, and no more elements begin`() async {
        let task = Task {
            try await map(9, atMost: 3) { element, _ in
                try await gates.pass(element)
                return element
            }
        }
        await gates.waitForArrivals(3)
        clock.advance(by: 1)
        gates.open(1, with: .failure(Failure(element: 1)))
        await #expect(throws: Failure(element: 1)) { try await task.value }
        #expect(gates.begun.sorted() == [0, 1, 2])
        #expect(recorder.removals.map(\.outcome) == [.failed(reason: "Failure(element: 1)")])
    }

    @MainActor @Test func `No element begins once another one has failed, also if a result came before`() async {
        /// Tells of the line that a part leaves as it fails.
        final class LineLatch: HUDRenderer {
            let hasFailed = Latch()
            func draw(_ snapshot: HUDSnapshot) -> HUDInstant { .distantPast }
            func remove(_ snapshot: HUDSnapshot) {}
            func log(_ text: String) { hasFailed.open() }
        }
        let (renderer, clock, gates) = (LineLatch(), clock, gates)
        let task = Task {
            try await (0..<4).concurrentMap("", atMost: 2, summary: .failures, renderer: renderer, clock: clock) { element, _ in
                try await gates.pass(element)
            }
        }
        await gates.waitForArrivals(2)
        // The map goes on when this function waits again: then it has a result and an error.
        gates.open(0)
        gates.open(1, with: .failure(Failure(element: 1)))
        renderer.hasFailed.wait()
        await #expect(throws: Failure(element: 1)) { try await task.value }
        #expect(gates.begun.sorted() == [0, 1])
    }

    @Test func `A task that is cancelled begins no more elements, and throws that`() async {
        let task = Task {
            try await map(9, atMost: 2) { element, _ in
                // An element that doesn't look whether it is cancelled.
                try? await gates.pass(element)
                return element
            }
        }
        await gates.waitForArrivals(2)
        clock.advance(by: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(gates.begun.sorted() == [0, 1])
        #expect(recorder.removals.map(\.outcome) == [.cancelled])
    }

    /// Cancels the current task when it is described.
    private struct Canceller: CustomStringConvertible, Sendable {
        var description: String {
            withUnsafeCurrentTask { $0?.cancel() }
            return "canceller"
        }
    }

    @Test func `An element that is on its way when the task is cancelled does not begin`() async {
        let (recorder, clock, gates) = (recorder, clock, gates)
        let task = Task {
            try await [Canceller()].concurrentMap("", atMost: 1, renderer: recorder, clock: clock) { _, _ in
                try? await gates.pass(0)
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(gates.begun == [])
    }

    @Test func `A part that fails without an error leaves its result, and the scope fails`() async throws {
        let results = try await map(4, atMost: 2) { element, part in
            if element == 2 { part.fail("can't be read") }
            clock.advance(by: 1)
            return element
        }
        #expect(results == [0, 1, 2, 3])
        #expect(recorder.removals.map(\.outcome) == [.failed(reason: "1 of 4 failed")])
    }

    @Test func `Nothing is transformed at once, and one at a time in order`() async throws {
        #expect(try await map(0, atMost: 1) { element, _ in element } == [])
        #expect(clock.now == .zero && recorder.frames.isEmpty)
        let order = Mutex<[Int]>([])
        #expect(
            try await map(4, atMost: 1) { element, _ in
                order.withLock { $0.append(element) }
                return element
            } == [0, 1, 2, 3])
        #expect(order.withLock { $0 } == [0, 1, 2, 3])
        // More than there are.
        #expect(try await map(2, atMost: .max) { element, _ in element } == [0, 1])
    }

    @Test func `Less than one at a time is an error of the programmer`() async {
        await #expect(processExitsWith: .failure) {
            _ = try await [1].concurrentMap("Hashing", atMost: 0, renderer: Recorder()) { element, _ in element }
        }
    }
}

import SeededRandom
import Synchronization
import Testing

@testable import HUDCore

/// The alarms of a clock, against a list that is searched for the first one.
struct AlarmQueueLawTests {
    private final class Rung: Sendable {
        let names = Mutex<[String]>([])
    }

    private struct Model {
        /// Of the numbers in use.
        var names: [Int: String] = [:]
        var deadlines: [(alarm: Int, deadline: HUDInstant)] = []

        mutating func set(_ alarm: Int, to deadline: HUDInstant?) {
            deadlines.removeAll { $0.alarm == alarm }
            if let deadline { deadlines.append((alarm, deadline)) }
        }

        mutating func takeFirst() -> String? {
            let least = deadlines.map(\.deadline).min()
            guard let index = deadlines.firstIndex(where: { $0.deadline == least }) else { return nil }
            return names[deadlines.remove(at: index).alarm]
        }
    }

    @Test func alarms_ring_in_the_order_of_deadlines_and_of_their_setting() {
        let runs = Effort.scaled(20_000)
        var random = SeededGenerator(stream: 0xA1A)
        for run in 0..<runs {
            let rung = Rung()
            var queue = AlarmQueue()
            var model = Model()
            var expected: [String] = []
            var numbers: [Int] = []
            for call in 0..<60 {
                let story: Comment = "seed \(SeededGenerator.seed), run \(run), call \(call)"
                switch random.int(0..<10) {
                case 0..<2:
                    let name = "\(call)"
                    let number = queue.add { rung.names.withLock { $0.append(name) } }
                    #expect(model.names.updateValue(name, forKey: number) == nil, story)
                    numbers.append(number)
                case 2..<7:
                    guard let number = numbers.randomElement(using: &random) else { continue }
                    let seconds = random.int(0..<8)
                    let deadline = seconds == 0 ? nil : at(Double(seconds))
                    queue.set(number, to: deadline)
                    model.set(number, to: deadline)
                case 7:
                    guard let index = numbers.indices.randomElement(using: &random) else { continue }
                    let number = numbers.remove(at: index)
                    queue.remove(number)
                    model.set(number, to: nil)
                    model.names[number] = nil
                default:
                    queue.takeFirst()?()
                    model.takeFirst().map { expected.append($0) }
                    #expect(rung.names.withLock(\.self) == expected, story)
                }
                #expect(queue.first == model.deadlines.map(\.deadline).min(), story)
            }
        }
        SeededGenerator.report("laws: \(runs * 60) calls, seed \(SeededGenerator.seed): the alarms of a clock")
    }

    @Test func an_alarm_that_is_put_off_many_times_rings_once_and_after_those_before_it() {
        let rung = Rung()
        var queue = AlarmQueue()
        let (early, late) = (
            queue.add { rung.names.withLock { $0.append("early") } }, queue.add { rung.names.withLock { $0.append("late") } }
        )
        queue.set(early, to: at(1))
        for seconds in 2...1_000 { queue.set(late, to: at(Double(seconds))) }
        queue.takeFirst()?()
        #expect(queue.first == at(1_000))
        queue.takeFirst()?()
        #expect(queue.first == nil && queue.takeFirst() == nil)
        #expect(rung.names.withLock(\.self) == ["early", "late"])
    }
}

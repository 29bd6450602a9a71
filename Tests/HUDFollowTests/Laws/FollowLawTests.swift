import HUDCore
import SeededRandom
import Testing

@testable import HUDFollow

/// Laws of ``StreamMachine`` on random streams that are cut, repeated, shuffled and damaged.
@Suite struct FollowLawTests {
    /// The lines of a random group of jobs, and how each job ended.
    private static func group(using random: inout SeededGenerator) -> (lines: [String], failed: Int, jobs: Int) {
        let jobs = random.int(1...6)
        var lines = [#"{"t":0,"event":"start","label":"all \u00e9"}"#]
        var time = 0.0
        var failed = 0, done = 0
        var waiting = Array(1...jobs), running: [Int] = []
        while !waiting.isEmpty || !running.isEmpty {
            time += 0.125
            switch random.int(0..<4) {
            case 0 where !waiting.isEmpty:
                let job = waiting.removeFirst()
                running.append(job)
                lines.append(#"{"t":\#(time),"event":"job-start","job":\#(job),"name":"job \#(job)","attempt":1,"slot":1}"#)
            case 1 where !running.isEmpty:
                let job = running.remove(at: random.int(0..<running.count))
                let fails = random.bool()
                if fails { failed += 1 }
                done += 1
                let outcome = fails ? #""failed","reason":"status 1""# : #""succeeded""#
                lines.append(
                    #"{"t":\#(time),"event":"job-end","job":\#(job),"name":"job \#(job)","attempt":1,"elapsed":1,"status":0,"outcome":\#(outcome)}"#
                )
            case 2:
                lines.append(
                    #"{"t":\#(time),"event":"progress","label":"all","mode":"bar","completed":\#(done),"total":\#(jobs),"unit":"items"}"#
                )
            default: lines.append(#"{"event":"log","text":"{\"x\" \\ "}"#)
            }
        }
        let outcome = failed > 0 ? #""failed","reason":"\#(failed) failed""# : #""succeeded""#
        lines.append(#"{"t":\#(time),"event":"finish","label":"all","shown":true,"elapsed":1,"outcome":\#(outcome)}"#)
        return (lines, failed, jobs)
    }

    private static func feed(_ bytes: [UInt8], to machine: inout StreamMachine, using random: inout SeededGenerator) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = random.int(1...200)
            Array(rest.prefix(size)).withUnsafeBytes { machine.receive($0, at: .zero) }
            rest = rest.dropFirst(size)
        }
    }

    @Test func `Lines that are repeated, shuffled or mixed with others change nothing in the end`() {
        var random = SeededGenerator(stream: 131)
        for run in 0..<400 {
            let (lines, failed, jobs) = Self.group(using: &random)
            var inner = Array(lines.dropFirst().dropLast())
            for _ in 0..<random.int(0...5) where inner.count > 1 {
                let place = random.int(0..<inner.count - 1)
                inner.swapAt(place, place + 1)
            }
            var sent: [String] = []
            var text = 0
            for line in inner {
                sent += Array(repeating: line, count: random.int(1...2))
                guard random.once(in: 4) else { continue }
                sent.append("make: entering directory")
                text += 1
            }
            sent = [lines[0]] + sent + [lines[lines.count - 1]]
            var machine = StreamMachine(at: .zero)
            Self.feed(Array((sent.joined(separator: "\n") + "\n").utf8), to: &machine, using: &random)
            var ends = 0
            for task in machine.takeChanges().tasks { if task.work.state.hasEnded { ends += 1 } }
            let expected: HUDOutcome = failed > 0 ? .failed(reason: "\(failed) failed") : .succeeded
            #expect(machine.state == .over(expected), "run \(run), seed \(SeededGenerator.seed)")
            #expect(
                machine.counts == .init(understood: sent.count - text, text: text, broken: 0),
                "run \(run), seed \(SeededGenerator.seed)")
            #expect(
                machine.tasks.counts.total == jobs && ends == jobs && machine.tasks.counts.failed == failed,
                "run \(run), seed \(SeededGenerator.seed)")
        }
    }

    @Test func `A stream that is cut is lost, and a whole one is not`() {
        var random = SeededGenerator(stream: 132)
        for run in 0..<40 {
            let bytes = Array((Self.group(using: &random).lines.joined(separator: "\n") + "\n").utf8)
            for _ in 0..<20 {
                let length = random.int(0...bytes.count)
                var machine = StreamMachine(at: .zero)
                Self.feed(Array(bytes.prefix(length)), to: &machine, using: &random)
                machine.end("cut", at: .zero)
                // The last line is whole without the line feed, too.
                let isLost = machine.state == .lost(reason: "cut")
                #expect(isLost == (length < bytes.count - 1), "run \(run), length \(length), seed \(SeededGenerator.seed)")
                #expect(machine.counts.broken <= 1)
            }
        }
    }

    /// The events of the lines that lie outside a damaged one must still be there.
    @Test(arguments: [
        [
            #"{"t":0.5,"event":"appear","label":"a\u00e9","details":"d","mode":"bar","fraction":0.125}"#,
            #"{"t":1.5e0,"event":"progress","label":"b","completed":1,"total":4,"unit":"bytes"}"#,
            #"{"t":2,"event":"job-end","job":3,"name":"c","attempt":2,"status":1,"outcome":"failed","reason":"x"}"#
        ],
        [
            #"{"vertexes":[{"digest":"sha256:a","name":"v","started":"2026-03-01T10:00:00.5Z","progressGroup":{"id":"g","name":"n"}}]}"#,
            #"{"statuses":[{"id":"l","vertex":"sha256:a","total":10,"current":4,"timestamp":"2026-03-01T10:00:01+01:00"}]}"#,
            #"{"logs":[{"vertex":"sha256:a","stream":1,"data":"aGVsbG8K","timestamp":"2026-03-01T10:00:01Z"}]}"#
        ],
        [
            #"{"kind":"test","payload":{"id":"T\/a()","kind":"function","name":"a()"},"version":0}"#,
            #"{"kind":"event","payload":{"instant":{"absolute":1.5},"kind":"testStarted","messages":[{"symbol":"default","text":"Test a() started."}],"testID":"T\/a()"},"version":0}"#,
            #"{"kind":"event","payload":{"instant":{"absolute":2.5},"kind":"runEnded","messages":[{"symbol":"fail","text":"x"}]},"version":0}"#
        ]
    ])
    func `Whatever byte is changed or missing, nothing breaks and the lines after it are read`(lines: [String]) {
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        let tail = Array((#"{"t":9,"event":"finish","label":"z","outcome":"cancelled"}"# + "\n").utf8)
        for place in bytes.indices {
            for new: UInt8? in [nil, 0x00, 0x0A, 0x22, 0x5C, 0x7D, 0xFF, bytes[place] ^ 1, bytes[place] ^ 0x20] {
                var damaged = bytes
                if let new { damaged[place] = new } else { damaged.remove(at: place) }
                var machine = StreamMachine(at: .zero)
                damaged.withUnsafeBytes { machine.receive($0, at: .zero) }
                let counts = machine.counts
                #expect(counts.understood >= 1, "byte \(place) as \(String(describing: new))")
                #expect(counts.broken + counts.text <= 2, "byte \(place) as \(String(describing: new))")
                _ = machine.takeChanges()
                // A line of our own format ends only a stream of our own format.
                tail.withUnsafeBytes { machine.receive($0, at: .zero) }
                #expect(machine.counts.understood + machine.counts.broken == counts.understood + counts.broken + 1)
            }
        }
    }

    @Test func `Random bytes are harmless`() {
        var random = SeededGenerator(stream: 133)
        let alphabet = Array(#"{}[]",:\u0e-+.1tfn "event" "t" "vertexes" "kind" "payload""#.utf8) + [0x0A, 0xC3, 0xA9, 0x00]
        for _ in 0..<300 {
            var machine = StreamMachine(at: .zero)
            let bytes = (0..<400).map { _ in alphabet[random.int(0..<alphabet.count)] }
            Self.feed(bytes, to: &machine, using: &random)
            machine.end("cut", at: .zero)
            #expect(machine.state == .lost(reason: "cut"))
        }
    }

    @Test func `What is remembered of ended tasks is bounded`() {
        var machine = StreamMachine(at: .zero)
        for job in 1...30_000 {
            let line = Array(
                (#"{"t":1,"event":"job-end","job":\#(job),"name":"a","attempt":1,"outcome":"succeeded"}"# + "\n").utf8)
            line.withUnsafeBytes { machine.receive($0, at: .zero) }
            if job % 100 == 0 { _ = machine.takeChanges() }
        }
        #expect(machine.tasks.known.isEmpty)
        #expect(machine.tasks.counts.total == 30_000)
        #expect(machine.tasks.remembered.count == StreamMachine.mostEnded)
    }

    @Test func `Tasks that never end are bounded, and those that were silent for longest are given up`() {
        var machine = StreamMachine(at: .zero)
        func take(_ line: String) { Array((line + "\n").utf8).withUnsafeBytes { machine.receive($0, at: .zero) } }
        var cancelled: Set<UInt64> = []
        func update() {
            for task in machine.takeChanges().tasks where task.work.state == .cancelled { cancelled.insert(task.key) }
        }
        take(#"{"t":1,"event":"job-start","job":1,"name":"whole"}"#)
        for job in 2...60_000 {
            take(#"{"t":1,"event":"job-start","job":\#(job),"parent":1,"name":"a","attempt":1}"#)
            // This one goes on.
            if job % 1000 == 0 { take(#"{"t":1,"event":"job-progress","job":2,"parent":1,"name":"a"}"#) }
            if job % 100 == 0 { update() }
        }
        update()
        #expect(machine.tasks.known.count <= StreamMachine.mostRunning)
        #expect(machine.tasks.known.count >= StreamMachine.mostRunning * 8 / 10)
        #expect(cancelled.count == 60_000 - machine.tasks.known.count)
        #expect(!cancelled.contains(1) && !cancelled.contains(2) && cancelled.contains(3) && !cancelled.contains(60_000))
        #expect(machine.tasks.counts.total == 1)
        // The end of one that was given up is not told again.
        take(#"{"t":1,"event":"job-end","job":59000,"parent":1,"name":"a","attempt":1,"outcome":"succeeded"}"#)
        take(#"{"t":1,"event":"job-end","job":5000,"parent":1,"name":"a","attempt":1,"outcome":"succeeded"}"#)
        #expect(machine.takeChanges().tasks.map(\.key) == [59000])
    }

    @Test func `However much there is to read, many tasks are told at once, and the beginning of the work becomes better known`()
    {
        var machine = StreamMachine(at: .zero)
        let now = HUDInstant.zero.advanced(by: .seconds(1000))
        let count = 5 * StreamMachine.Changes.manyTasks
        var (told, most) = (0, 0)
        for first in stride(from: 1, through: count, by: 1000) {
            let lines = (first..<first + 1000).map {
                #"{"t":\#($0 / 1000),"event":"job-end","job":\#($0),"name":"a","outcome":"succeeded"}"#
            }
            Array((lines.joined(separator: "\n") + "\n").utf8).withUnsafeBytes { machine.receive($0, at: now) }
            most = max(most, machine.tasks.known.count)
            if machine.hasManyChanges { told += machine.takeChanges().tasks.count }
        }
        #expect(told == count && most == StreamMachine.Changes.manyTasks && machine.tasks.known.isEmpty)
        #expect(machine.work.began == now.advanced(by: .seconds(-count / 1000)))
    }

    @Test func `All tasks are told that have ended in one read, and none that runs is given up for them`() {
        var machine = StreamMachine(at: .zero)
        let count = StreamMachine.mostRunning + 1000
        let lines = (1...count).map {
            let end = #""outcome":"failed","reason":"x""#
            return #"{"t":1,"event":"job-\#($0 == 1 ? "start" : "end")","job":\#($0),"name":"a","attempt":1,\#(end)}"# + "\n"
        }
        Array(lines.joined().utf8).withUnsafeBytes { machine.receive($0, at: .zero) }
        let told = machine.takeChanges().tasks
        #expect(told.count == count && told.dropFirst().allSatisfy { $0.work.state.isFailure })
        #expect(told.first?.work.state == .running && machine.tasks.counts.failed == count - 1)
        #expect(machine.tasks.remembered.count == StreamMachine.mostEnded)
    }

    @Test func `Tasks that are announced are bounded, and counted once`() {
        var machine = StreamMachine(at: .zero)
        func take(_ line: String) { Array((line + "\n").utf8).withUnsafeBytes { machine.receive($0, at: .zero) } }
        let most = StreamMachine.mostWaiting
        for start in stride(from: 1, through: most + 5000, by: 1000) {
            let vertices = (start..<start + 1000).map { #"{"digest":"\#($0)","name":"a"}"# }
            take(#"{"vertexes":[\#(vertices.joined(separator: ","))]}"#)
            _ = machine.takeChanges()
        }
        #expect((machine.tasks.known.count, machine.tasks.counts.total) == (most, most))
        for vertex in [1, most + 1] {
            take(#"{"vertexes":[{"digest":"\#(vertex)","name":"a","started":"2026-03-01T10:00:00Z"}]}"#)
        }
        #expect((machine.tasks.known.count, machine.tasks.counts.total) == (most + 1, most + 1))
    }

    /// Each status added up all others: the time grew with the square of their number.
    @Test func `The statuses of a task of BuildKit are added up as they come`() {
        func status(_ id: Int, _ current: Int) -> String {
            #"{"statuses":[{"id":"layer \#(id)","vertex":"v","total":1000,"current":\#(current)}]}"# + "\n"
        }
        let lines = Array(#"{"vertexes":[{"digest":"v","name":"a","started":"2026-03-01T10:00:00Z"}]}"#.utf8) + [0x0A]
        func time(of count: Int) -> Duration {
            let text = (0..<10_000).map { Array(status($0 % count, $0 % 7).utf8) }
            var machine = StreamMachine(at: .zero)
            lines.withUnsafeBytes { machine.receive($0, at: .zero) }
            let time = ContinuousClock().measure {
                for line in text { line.withUnsafeBytes { machine.receive($0, at: .zero) } }
            }
            let completed = (10_000 - count..<10_000).reduce(0) { $0 + $1 % 7 }
            let task = machine.takeChanges().tasks.last
            #expect(task?.work.progress == .init(completed: completed, total: count * 1000, unit: .bytes))
            return time
        }
        let (few, many) = (time(of: 10), time(of: 10_000))
        #expect(many < few * 5, "\(few) for 10 statuses, \(many) for 10,000")
    }

    @Test func `Amounts of BuildKit that no disk can hold are no trap`() {
        var machine = StreamMachine(at: .zero)
        for id in 0..<10_000 {
            let most = Int.max
            let line = #"{"statuses":[{"id":"\#(id)","vertex":"v","total":\#(most),"current":\#(most)}]}"# + "\n"
            Array(line.utf8).withUnsafeBytes { machine.receive($0, at: .zero) }
        }
        let progress = machine.takeChanges().tasks.first?.work.progress
        #expect(progress?.completed == progress?.total && progress?.total == 10_000 << 49)
    }

    @Test func `The clock of the sender is mapped by the quickest event`() {
        var random = SeededGenerator(stream: 134)
        for _ in 0..<200 {
            let difference = Duration.milliseconds(random.int(-1_000_000...1_000_000))
            var clock = SenderClock()
            var quickest = Duration.seconds(1000)
            var there = Duration.zero
            for _ in 0..<20 {
                there += .milliseconds(random.int(0...500))
                let delay = Duration.milliseconds(random.int(0...900))
                quickest = min(quickest, delay)
                clock.note(there, arrivedAt: HUDInstant(offset: there + difference + delay))
                #expect(clock.here(.seconds(5)) == HUDInstant(offset: .seconds(5) + difference + quickest))
            }
        }
    }
}

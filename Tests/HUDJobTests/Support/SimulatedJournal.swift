import HUDLibc

@testable import HUDJob

/// A ``JournalMachine``, with a file and a printed output in memory.
struct SimulatedJournal {
    var machine: JournalMachine
    var printed: [UInt8] = []
    var file: [UInt8] = []
    var outputs: [Int] = []
    /// How many more bytes fit in the file.
    var space = Int.max
    var answers: [JournalMachine.Action] = []

    init(_ modes: JournalMachine.Mode..., asks: Bool = false, keepsPrinted: Bool = false) {
        machine = JournalMachine(isOnePlace: true)
        for (job, mode) in modes.enumerated() {
            let name = Array("\(job): ".utf8)
            outputs.append(machine.open(job, name: name, mode, keepsPrinted: keepsPrinted, asks: asks))
        }
    }

    mutating func append(_ text: String, to job: Int) { append(Array(text.utf8), to: job) }

    mutating func append(_ bytes: [UInt8], to job: Int) {
        let arrival = bytes.withUnsafeBytes { machine.append($0, from: .output, to: outputs[job]) }
        if let write = arrival.write { store(write, job) }
    }

    private mutating func store(_ write: JournalWrite, _ job: Int) {
        let fits = write.bytes.count <= space
        if fits { writeToFile(write) }
        _ = machine.endStoring(write, of: outputs[job], 0, isStored: fits)
    }

    mutating func writeToFile(_ write: JournalWrite) {
        let place = Int(write.place.lowerBound)..<Int(write.place.upperBound)
        file += [UInt8](repeating: UInt8(ascii: "?"), count: max(0, place.upperBound - file.count))
        file.replaceSubrange(place, with: write.bytes)
    }

    mutating func moveToFile(_ job: Int) {
        if let write = machine.store(outputs[job], channel: 0) { store(write, job) }
    }

    func bytes(_ parts: [JournalStore.Part]) -> [UInt8] {
        parts.flatMap { part in
            switch part {
            case .memory(let bytes): Array(bytes)
            case .file(let place): Array(file[Int(place.lowerBound)..<Int(place.upperBound)])
            }
        }
    }

    /// Does what the thread does, at most `limit` times.
    mutating func run(_ limit: Int = .max) {
        for _ in 0..<limit {
            guard let action = machine.next() else { return }
            guard case .print(let piece) = action else {
                answers.append(action)
                continue
            }
            if piece.breaksLine { printed.append(UInt8(ascii: "\n")) }
            let bytes = bytes(piece.parts)
            let count = bytes.withUnsafeBytes { piece.length(of: $0) }
            let text = Array(bytes.prefix(count))
            printed += piece.name.isEmpty ? text : text.withUnsafeBytes { piece.named($0) }
            for wake in machine.hasPrinted(piece, count, endsLine: printed.last == UInt8(ascii: "\n")) { wake() }
        }
    }

    mutating func wakesThread() -> Bool { machine.wakesThread() }

    mutating func next() -> JournalMachine.Action? { machine.next() }

    /// Takes all that is printed.
    mutating func output() -> String {
        run()
        defer { printed = [] }
        return String(decoding: printed, as: UTF8.self)
    }

    mutating func finish(_ job: Int, head: String = "", isFolded: Bool = false) {
        let fold = LogFolding.Fold(start: "<\n", end: ">\n")
        if machine.finish(outputs[job], head: Array(head.utf8), fold: isFolded ? fold : nil) { answers.append(.printed(job)) }
    }

    mutating func showLine(of job: Int) { machine.showLine(of: outputs[job]) }

    mutating func drop(_ job: Int) { machine.drop(outputs[job]) }

    mutating func shown(_ job: Int) -> [UInt8] {
        let parts = machine.copy(outputs[job])
        defer { machine.release(parts) }
        return bytes(parts)
    }
}

import Foundation
import HUDCore
import HUDLibc
import SeededRandom
import Testing

@testable import HUDJob

extension JobProgress: CustomTestStringConvertible {
    /// A line of an `.expected` file: the phase, and a count or a percentage.
    public var testDescription: String {
        if isOpen { return "\(phase) \(sample.completedUnitCount ?? 0)/? \(sample.unit)" }
        guard let completed = sample.completedUnitCount, let total = sample.totalUnitCount else {
            return "\(phase) \((sample.fraction * 1000).rounded() / 10)%"
        }
        return "\(phase) \(completed)/\(total)" + (sample.unit == .bytes ? " bytes" : "")
    }
}

/// The findings in `bytes`, which are fed in pieces of the sizes that `next` returns.
func findings(in bytes: [UInt8], piece next: () -> Int) -> [JobProgress] {
    var recognizer = ProgressRecognizer()
    var found: [JobProgress] = []
    var start = 0
    while start < bytes.count {
        let end = min(bytes.count, start + max(1, next()))
        bytes.withUnsafeBytes { recognizer.feed(UnsafeRawBufferPointer(rebasing: $0[start..<end])) { found.append($0) } }
        start = end
    }
    return found
}

func findings(in text: String) -> [String] {
    findings(in: Array(text.utf8)) { .max }.map(\.testDescription)
}

/// A tool's output, from `Fixtures/progress/NAME.raw` (scripts/make-progress-fixtures), and its expected findings.
struct Recording: CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var expected: [String]?

    var testDescription: String { name }

    static let progress = all(in: "progress")
    /// Texts with numbers that are not progress.
    static let prose = all(in: "prose")

    private static func all(in name: String) -> [Recording] {
        let folder = Bundle.module.bundleURL.appendingPathComponent("Fixtures/\(name)")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "raw" }.sorted { $0.path < $1.path }.compactMap { file in
            guard let data = try? Data(contentsOf: file) else { return nil }
            let expected = try? String(
                contentsOf: file.deletingPathExtension().appendingPathExtension("expected"), encoding: .utf8)
            return Recording(
                name: file.deletingPathExtension().lastPathComponent, bytes: Array(data),
                expected: expected?.split(separator: "\n").map(String.init))
        }
    }
}

@Suite struct ProgressFixtureTests {
    @Test func `The recordings are found`() {
        #expect(Recording.progress.count >= 30)
        #expect(Recording.prose.count >= 10)
    }

    @Test(arguments: Recording.progress)
    func `A tool's progress is found`(_ recording: Recording) throws {
        let found = findings(in: recording.bytes) { .max }
        // Recorded for review.
        if getenv("HUD_RECORD") != nil {
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("Fixtures/progress/\(recording.name).expected")
            try found.map { $0.testDescription + "\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(found.map(\.testDescription) == recording.expected)
        }
    }

    @Test(arguments: Recording.progress)
    func `Progress goes forward within a phase`(_ recording: Recording) {
        let found = findings(in: recording.bytes) { .max }
        for (one, other) in zip(found, found.dropFirst()) {
            #expect(
                other.phase == one.phase ? other.sample.fraction >= one.sample.fraction : other.phase == one.phase + 1,
                "\(one), then \(other)")
        }
    }

    @Test(arguments: Recording.progress + Recording.prose)
    func `The findings don't depend on how the output is split`(_ recording: Recording) {
        let whole = findings(in: recording.bytes) { .max }
        #expect(findings(in: recording.bytes) { 1 } == whole)
        for stream in 0..<20 {
            var random = SeededGenerator(stream: UInt64(stream))
            let longest = random.pick([2, 7, 40, 300, 5000])
            let found = findings(in: recording.bytes) { random.int(1...longest) }
            #expect(found == whole, "seed \(SeededGenerator.seed), stream \(stream)")
        }
    }

    @Test(arguments: Recording.prose)
    func `Numbers in prose and tables are not progress`(_ recording: Recording) {
        #expect(findings(in: recording.bytes) { .max } == [])
    }
}

import Foundation
import HUDCore

/// The output of a command, as `script -O NAME.out -T NAME.timing` has recorded it, without the first and the last line of `script` itself.
struct Recording {
    /// Pieces of the output, and when they came.
    var pieces: [(time: Duration, bytes: [UInt8])] = []

    init(_ name: String) throws {
        var bytes = Array(try Self.data(name + ".out"))[...]
        var time = Duration.zero
        for line in try Self.text(name + ".timing").split(separator: "\n") {
            let words = line.split(separator: " ")
            let (delay, count) = (Double(words[0]) ?? 0, Int(words[1]) ?? 0)
            // Milliseconds, so that the same recording gives the same film everywhere.
            time += .milliseconds(Int64((delay * 1000).rounded()))
            pieces.append((time, Array(bytes.prefix(count))))
            bytes = bytes.dropFirst(count)
        }
    }

    static func text(_ name: String) throws -> String { String(decoding: try data(name), as: UTF8.self) }

    private static func data(_ name: String) throws -> Data {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return try Data(contentsOf: folder.appendingPathComponent("Recordings/" + name))
    }
}

/// A job of a group, by the line that `--joblog` has written about it.
struct RecordedJob {
    var name: String
    var begin: Duration
    var end: Duration
    var status: Int32

    /// The jobs of `checks` in their order, as one run of `hud-demo group -j4 --joblog group.log --file checks` has recorded them.
    static func all() throws -> [RecordedJob] {
        let names = try Recording.text("checks").split(separator: "\n").map { $0.prefix { $0 != ":" } }
        let records = try Recording.text("group.log").split(separator: "\n").dropFirst().map { $0.split(separator: "\t") }
        func milliseconds(_ text: Substring) -> Int { Int(((Double(text.drop { $0 == " " }) ?? 0) * 1000).rounded()) }
        let first = records.map { milliseconds($0[2]) }.min() ?? 0
        return records.map { record in
            let begin = milliseconds(record[2]) - first
            return RecordedJob(
                name: String(names[(Int(record[0]) ?? 1) - 1]), begin: .milliseconds(begin),
                end: .milliseconds(begin + milliseconds(record[3])), status: Int32(record[6]) ?? 0)
        }.sorted { $0.begin < $1.begin }
    }
}

// Prints the checksums of files, several at a time. Shows bytes as the unit of progress, a log line for a file that can't be read, and ^C, which cancels
// the tasks and ends the program.
//
//     swift run checksum-example Sources/HUDCore/*.swift
import Foundation
import HUDTerminal

/// FNV-1a of a file's bytes.
func checksum(of file: URL, progress: ProgressNode) throws -> UInt64 {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    while let block = try handle.read(upToCount: 1 << 16), !block.isEmpty {
        try Task.checkCancellation()
        for byte in block { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
        progress.complete(count: block.count)
    }
    return sum
}

func size(of file: URL) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    return attributes?[.size] as? Int ?? 0
}

let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
let total = files.map { size(of: $0) }.reduce(0, +)

let sums = try await withHUD("Checksums", total: total, unit: .bytes, cancelsOnInterrupt: true) { hud in
    try await withThrowingTaskGroup(of: (URL, UInt64)?.self) { group in
        for file in files {
            group.addTask {
                let count = size(of: file)
                let part = hud.work.subprogress(assigningCount: count, label: file.lastPathComponent)
                    .start(totalCount: count, unit: .bytes)
                do {
                    return (file, try checksum(of: file, progress: part))
                } catch is CancellationError {
                    throw CancellationError()
                } catch {
                    hud.log("skipped \(file.path)")
                    part.fail("can't be read")
                    return nil
                }
            }
        }
        var sums: [URL: UInt64] = [:]
        for try await case let (file, sum)? in group { sums[file] = sum }
        return sums
    }
}

// The HUD is gone. Standard output has nothing but the checksums, in the order of the arguments.
for file in files {
    if let sum = sums[file] { print(String(sum, radix: 16), file.path) }
}

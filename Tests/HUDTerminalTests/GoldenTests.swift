import Foundation
import Testing

@testable import HUDTerminal

/// The views draw the reviewed frames in `Golden`. `make golden` rewrites the files.
@Suite struct GoldenTests {
    private static let writes = ProcessInfo.processInfo.environment["HUD_GOLDEN"] == "write"

    @Test(arguments: GoldenFile.all)
    func `The frames are the reviewed ones`(_ file: GoldenFile) throws {
        if Self.writes { return try write(file) }
        let url = Bundle.module.bundleURL.appendingPathComponent("Golden/\(file.name).txt")
        let expected = GoldenFile.frames(of: try String(contentsOf: url, encoding: .utf8))
        for (frame, expected) in zip(file.frames, expected) where frame != expected {
            Issue.record("\(file.name).txt differs; if it is meant to: make golden\nexpected:\n\(expected)\nseen:\n\(frame)")
            return
        }
        #expect(
            file.frames.count == expected.count, "\(file.name).txt has another number of frames; if it is meant to: make golden")
    }

    @Test func `Every golden file is used`() throws {
        let folder = Self.writes ? Self.source : Bundle.module.bundleURL.appendingPathComponent("Golden")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".txt") }
        #expect(Set(files).isSubset(of: Set(GoldenFile.all.map { $0.name + ".txt" })))
    }

    private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")

    private func write(_ file: GoldenFile) throws {
        try FileManager.default.createDirectory(at: Self.source, withIntermediateDirectories: true)
        try file.text.write(to: Self.source.appendingPathComponent(file.name + ".txt"), atomically: true, encoding: .utf8)
    }
}

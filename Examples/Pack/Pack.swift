// A tool that is tested without a terminal and without a sleep: its HUD's renderer and clock are parameters. Examples/PackTests has the tests.
//
//     swift run pack-example a.txt b.txt
import HUDTerminal

struct PackError: Error, CustomStringConvertible {
    var description: String
}

struct Packer {
    var renderer: any HUDRenderer = AutomaticRenderer()
    var clock: any HUDClock = LiveClock.shared
    /// How a file is packed. A test passes one that advances its clock.
    var packOne: (String) async throws -> Void = { _ in try await Task.sleep(for: .milliseconds(400)) }

    /// Packs files, except temporary ones. Returns how many.
    func pack(_ files: [String]) async throws -> Int {
        try await withHUD("Packing", total: files.count, renderer: renderer, clock: clock) { hud in
            hud.summary = .failures
            var packed = 0
            for file in files {
                hud.detailsLabel = file
                if file.hasSuffix(".tmp") {
                    hud.log("skipped \(file)")
                } else {
                    try await packOne(file)
                    packed += 1
                }
                hud.work.complete()
            }
            return packed
        }
    }
}

@main
struct Pack {
    static func main() async throws {
        let count = try await Packer().pack(Array(CommandLine.arguments.dropFirst()))
        print("packed \(count) files")
    }
}

// What the blocks of the documents and doc comments take as given. scripts/documents puts it before each block that it compiles.
import Foundation
import FoundationNetworking
import HUDFollow
import HUDFoundation
import HUDJob
import HUDTerminal
import HUDTestingTrait
import Testing

let files = ["a.txt", "b.txt"]
let file = "a.txt"
let packages = ["one", "two"]
let urls = ["one", "two"]
let archives = ["one", "two"]
let chunks = 8
let url = URL(fileURLWithPath: "/")

func compress(_ file: String) throws {}
func install(_ package: String) async throws {}
func install(_ package: String) throws {}
func install(_ packages: [String], renderer: any HUDRenderer, clock: any HUDClock) async throws {}
func unpackOne(_ archive: String) throws {}
func load() async throws {}
func isText(_ file: String) -> Bool { true }
@Sendable func hash(_ file: String, _ part: ProgressNode) async throws -> Int { 0 }

/// A function for one URL, a sequence of chunks, and something to cancel.
struct Download: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
        mutating func next() async throws -> [UInt8]? { nil }
    }

    func makeAsyncIterator() -> Iterator { Iterator() }
    func callAsFunction(_ url: String) async throws {}
    func cancel() {}
}
let download = Download()

let renderer = InlineRenderer()
let clock = ManualClock()
let terminal = TestTerminal()
let counter = ProgressNode()
let hud = HUD(renderer: renderer)
let job = HUDJob(["make"])
let group = JobGroup([])
let session = URLSession(configuration: .default)

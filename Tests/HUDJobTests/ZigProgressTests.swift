import Foundation
import HUDCore
import SeededRandom
import Testing

@testable import HUDJob
@testable import HUDReports
@testable import HUDTerminal

/// zig's progress protocol: what zig's trees say about a job, recordings of every version, and what a HUD shows of them.
@Suite struct ZigProgressTests {
    typealias Format = ZigProgressMessage.Format
    typealias Node = ZigProgressMessage.Node

    /// The last message in bytes that come in pieces.
    private func last(in bytes: [UInt8], piece: () -> Int) -> ZigProgressMessage? {
        var reader = ZigProgressReader()
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = max(1, piece())
            Array(rest.prefix(count)).withUnsafeBytes { _ = reader.feed($0) }
            rest = rest.dropFirst(count)
        }
        return reader.message
    }

    // MARK: Sums

    private func summary(_ nodes: [Node]) -> ZigProgressSummary {
        ZigProgressSummary(ZigProgressMessage(nodes, format: .names120))
    }

    @Test func `The progress is that of the root, with what is under way below it`() {
        let steps = Node(name: "steps", completed: 2, total: 8, parent: nil)
        #expect(summary([steps]).sample == ProgressSample(completedUnitCount: 2, totalUnitCount: 8))
        let half = Node(name: "compile", completed: 5, total: 10, parent: 0)
        #expect(summary([steps, half]).sample == ProgressSample(fraction: 2.5 / 8))
        #expect(summary([steps, half]).details == "compile")
        #expect(summary([Node(name: "x", completed: 9, total: 8, parent: nil)]).sample?.fraction == 1)
    }

    @Test func `A root without a name and a total stands for its only child`() {
        let nodes = [
            Node(name: "", parent: nil), Node(name: "steps", completed: 2, total: 8, parent: 0), Node(name: "sh", parent: 1)
        ]
        let sum = summary(nodes)
        #expect((sum.label, sum.details, sum.sample?.completedUnitCount) == ("steps", "sh", 2))
    }

    /// As zig 0.15 and 0.17 report the end of the compilation of a build script, where the linker waits for LLVM.
    @Test func `The total of a named node's only child is not the progress of the job`() {
        let sum = summary([
            Node(name: "Compile Build Script", completed: 5, parent: nil),
            Node(name: "Linking", completed: 31233, total: 31237, parent: 0),
            Node(name: "LLVM Emit Object", parent: 1)
        ])
        #expect((sum.label, sum.sample, sum.details) == ("Compile Build Script", nil, "LLVM Emit Object"))
    }

    @Test func `Nodes of the same name are named once`() {
        let names = ["Linking", "Linking", "a.zig", "Linking", "b.zig", "c.zig"]
        let sum = summary([Node(name: "x", parent: nil)] + names.map { Node(name: $0, parent: 0) })
        #expect(sum.details == "Linking, a.zig, b.zig, 1 more")
    }

    @Test func `Totals further down are not the progress of the job`() {
        let nodes =
            [Node(name: "Compile", parent: nil)]
            + ["Linking", "AST Lowering", "a.zig", "b.zig"].map { Node(name: $0, completed: 1, total: 1, parent: 0) }
        let sum = summary(nodes)
        #expect((sum.label, sum.sample, sum.details) == ("Compile", nil, "Linking, AST Lowering, a.zig, 1 more"))
    }

    // MARK: Recordings

    /// What zig itself has sent: `zig build-exe` of a small program.
    @Test(arguments: ["0.13.0", "0.15.2", "0.16.0", "0.17.1"])
    func `Recordings of zig are read, whatever the pieces`(_ version: String) throws {
        let bytes = Array(try Data(contentsOf: Bundle.module.bundleURL.appendingPathComponent("Fixtures/zig/\(version).raw")))
        var random = SeededGenerator(stream: 85)
        let format: Format = version < "0.16" ? .names40 : .names120
        let expected = last(in: bytes, piece: { .max })
        #expect(expected?.format == format)
        let names = expected.map { (0..<$0.count).map($0.name) } ?? []
        #expect(
            names.contains("LLVM Emit Object") || names.contains("Semantic Analysis") || names.contains("Linking"), "\(names)")
        for size in [1, 333, 65536] { #expect(last(in: bytes, piece: { size }) == expected) }
        #expect(last(in: bytes, piece: { random.int(1...2000) }) == expected)
    }

    // MARK: Parts

    private func message(_ nodes: [Node]) -> ZigProgressMessage { ZigProgressMessage(nodes, format: .names120) }

    /// The parts of a node: for each one its depth, label and counts.
    private func lines(_ node: ProgressNode, depth: Int = 0) -> [String] {
        node.children.flatMap { child in
            ["\(String(repeating: " ", count: depth))\(child.label) \(child.completedCount)/\(child.totalCount ?? 0)"]
                + lines(child, depth: depth + 1)
        }
    }

    @Test func `A tree is shown as parts that count nothing, and a node of the same name stays the same part`() throws {
        let work = ProgressNode(label: "job", totalCount: 10)
        var parts = ZigParts(of: work)
        parts.update(
            message([
                Node(name: "", parent: nil), Node(name: "steps", completed: 2, total: 8, parent: 0),
                Node(name: "compile", parent: 1),
                Node(name: "", parent: 1), Node(name: "link", completed: 1, total: 3, parent: 3)
            ]))
        #expect(lines(work) == ["steps 2/8", " compile 0/0", " link 1/3"])
        let steps = try #require(work.children.first)
        let compile = try #require(steps.children.first)
        parts.update(
            message([
                Node(name: "", parent: nil), Node(name: "steps", completed: 1, total: 9, parent: 0),
                Node(name: "test", parent: 1),
                Node(name: "compile", completed: 5, parent: 1), Node(name: "compile", parent: 1)
            ]))
        #expect(lines(work) == ["steps 1/9", " compile 5/0", " test 0/0", " compile 0/0"])
        #expect(work.children.first === steps && steps.children.first === compile && compile.state == .running)
        parts.update(message([Node(name: "", parent: nil)]))
        #expect(lines(work).isEmpty && steps.state == .finished && compile.completedCount == 5)
        #expect(work.completedCount == 0 && work.fractionCompleted == 0)
    }

    /// What remains of random trees: the names of each node's own nodes, in any order.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `The parts are those of the last tree, whatever came before`(run: UInt64) {
        var random = SeededGenerator(stream: 480 + run)
        let seed = SeededGenerator.seed
        let work = ProgressNode(label: "job")
        var parts = ZigParts(of: work)
        for _ in 0..<10 {
            let count = random.int(1...20)
            let nodes = (0..<count).map { index in
                Node(
                    name: ["", "a", "b", "c"][random.int(0..<4)],
                    completed: UInt32.random(in: 0..<9, using: &random),
                    total: UInt32.random(in: 0..<9, using: &random),
                    parent: index == 0 ? nil : random.int(0..<index))
            }
            parts.update(message(nodes))
            // Each node with the names of those that it belongs to, the root first.
            func path(_ index: Int) -> String {
                let above = nodes[index].parent.map { path($0) } ?? ""
                return nodes[index].name.isEmpty ? above : above + "/" + nodes[index].name
            }
            let expected = nodes.indices.filter { !nodes[$0].name.isEmpty }.map {
                "\(path($0)) \(nodes[$0].completed)/\(nodes[$0].total)"
            }
            func paths(_ node: ProgressNode, _ above: String) -> [String] {
                node.children.flatMap { child in
                    ["\(above)/\(child.label) \(child.completedCount)/\(child.totalCount ?? 0)"]
                        + paths(child, "\(above)/\(child.label)")
                }
            }
            #expect(paths(work, "").sorted() == expected.sorted(), "seed \(seed), \(nodes)")
        }
        parts.end()
        #expect(work.children.isEmpty, "seed \(seed)")
    }

    @Test func `A job of a group keeps its own counts beside its parts`() throws {
        let follower = try ProgressFollower(.auto, mode: nil)
        let node = ProgressNode(label: "job")
        follower.shown.node = JobNode(node)
        follower.showParts { node }
        follower.take(message: message([Node(name: "steps", completed: 2, total: 8, parent: nil), Node(name: "a", parent: 0)]))
        #expect(ReportedPart(of: node).sample().completedUnitCount == 2 && ReportedPart(of: node).sample().totalUnitCount == 8)
        #expect(ReportedPart(of: node).detailsLabel == "steps: a" && node.children.map(\.label) == ["steps"])
        // Lines say what the root is.
        follower.take(line: .label("steps"))
        follower.take(message: message([Node(name: "steps", completed: 3, total: 8, parent: nil), Node(name: "b", parent: 0)]))
        #expect(node.children.map(\.label) == ["b"])
        follower.endParts()
        #expect(node.children.isEmpty)
    }

    @Test func `A percentage, which a HUD sends as n of 100, is shown without a count`() {
        let work = ProgressNode(label: "job")
        var parts = ZigParts(of: work)
        func sample(_ completed: UInt32, of total: UInt32) -> ProgressSample? {
            parts.update(
                message([Node(name: "", parent: nil), Node(name: "a", completed: completed, total: total, parent: 0)]))
            return work.children.first.map { ReportedPart(of: $0).sample() }
        }
        #expect(sample(7, of: 8)?.totalUnitCount == 8)
        for completed in [70, 100, 0] as [UInt32] {
            let sample = sample(completed, of: 100)
            #expect(sample?.fraction == Double(completed) / 100 && sample?.completedUnitCount == nil)
        }
        let counts = sample(30, of: 120)
        #expect((counts?.completedUnitCount, counts?.totalUnitCount, counts?.fraction) == (30, 120, 0.25))
        let root = summary([Node(name: "x", completed: 70, total: 100, parent: nil)])
        #expect(root.sample == ProgressSample(fraction: 0.7))
    }

    // MARK: A job

    @Test func `The names are the details of a HUD, and a total is its progress`() throws {
        let follower = try ProgressFollower(.auto, mode: nil)
        let hud = HUD(clock: ManualClock())
        follower.shown.hud = hud
        follower.take(
            summary: summary([Node(name: "Compile", parent: nil), Node(name: "a", parent: 0), Node(name: "b", parent: 0)]))
        #expect((hud.detailsLabel, hud.mode) == ("Compile: a, b", .indeterminate))
        follower.take(summary: summary([Node(name: "steps", completed: 2, total: 8, parent: nil)]))
        #expect((hud.detailsLabel, hud.mode, hud.progressSource?.sample().completedUnitCount) == ("steps", .bar, 2))
        follower.take(summary: summary([Node(name: "", parent: nil)]))
        #expect((hud.detailsLabel, hud.mode) == ("", .indeterminate))
    }

    @Test func `A silence covers the names, and those of the present come back after it`() throws {
        let follower = try ProgressFollower(.auto, mode: nil)
        let hud = HUD(clock: ManualClock())
        follower.shown.hud = hud
        func step(_ name: String) { follower.take(summary: summary([Node(name: name, completed: 2, total: 8, parent: nil)])) }
        step("one")
        follower.shown.details?.showSilence(.seconds(30))
        step("two")
        step("three")
        #expect(hud.detailsLabel == "silent for 0:30")
        follower.shown.details?.showSilence(nil)
        #expect(hud.detailsLabel == "three")
        step("four")
        #expect(hud.detailsLabel == "four")
    }

    @Test func `Details that were asked for stay, and lines take precedence`() throws {
        let follower = try ProgressFollower(.auto, mode: nil)
        let hud = HUD(detailsLabel: "mine", clock: ManualClock())
        follower.shown.hud = hud
        follower.take(summary: summary([Node(name: "steps", completed: 2, total: 8, parent: nil)]))
        #expect((hud.detailsLabel, hud.progressSource?.sample().completedUnitCount) == ("mine", 2))
        for line in ["details of lines", "1/4"].compactMap({ ProgressLine($0.utf8) }) { follower.take(line: line) }
        follower.take(summary: summary([Node(name: "steps", completed: 3, total: 8, parent: nil)]))
        #expect((hud.detailsLabel, hud.progressSource?.sample().totalUnitCount) == ("of lines", 4))
        follower.take(line: .end)
        #expect(hud.detailsLabel == "mine" && hud.progressSource == nil)
    }

    @Test func `What zig has said is gone when lines begin while it reports`() throws {
        let follower = try ProgressFollower(.auto, mode: nil)
        let hud = HUD(clock: ManualClock())
        follower.shown.hud = hud
        let steps = [Node(name: "steps", completed: 2, total: 8, parent: nil), Node(name: "Compile foo", parent: 0)]
        follower.take(summary: summary(steps))
        #expect((hud.detailsLabel, hud.mode) == ("steps: Compile foo", .bar))
        follower.take(line: .label("X"))
        #expect((hud.label, hud.detailsLabel, hud.mode) == ("X", "", .indeterminate) && hud.progressSource == nil)
        follower.take(summary: summary([Node(name: "", parent: nil)]))
        for line in ["3/9"].compactMap({ ProgressLine($0.utf8) }) { follower.take(line: line) }
        #expect((hud.detailsLabel, hud.mode, hud.progressSource?.sample().totalUnitCount) == ("", .bar, 9))
        follower.take(line: .end)
        follower.take(summary: summary(steps))
        #expect((hud.detailsLabel, hud.mode) == ("steps: Compile foo", .bar))
    }

    @Test func `Lines of a job of a group take precedence, too`() throws {
        let follower = try ProgressFollower(.auto, mode: nil)
        let node = ProgressNode(label: "job")
        follower.shown.node = JobNode(node)
        follower.take(summary: summary([Node(name: "steps", completed: 2, total: 8, parent: nil)]))
        #expect(node.detailsLabel == "steps" && node.sample().fraction == 0.25)
        if let line = ProgressLine("details of lines".utf8) { follower.take(line: line) }
        follower.take(summary: summary([Node(name: "other", completed: 4, total: 8, parent: nil)]))
        #expect(node.detailsLabel == "of lines" && node.sample().fraction == 0.25)
        follower.take(line: .end)
        follower.take(summary: summary([Node(name: "other", completed: 4, total: 8, parent: nil)]))
        #expect(node.detailsLabel == "other" && node.sample().fraction == 0.5)
    }
}

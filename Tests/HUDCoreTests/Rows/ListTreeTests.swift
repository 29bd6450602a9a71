import Testing

@testable import HUDCore

/// Trees in lists, by literals.
@Suite struct ListTreeTests {
    private var list = ListMachine<String>(graceTime: .zero, minimumShowTime: .zero)

    private mutating func start(_ task: String, in parent: String? = nil) { _ = list.start(task, in: parent, at: .zero) }
    private var seen: [String] { list.visible.map { String(repeating: " ", count: $0.depth) + $0.task } }

    @Test mutating func `What the window shows stays where it is when rows enter above it`() {
        list.resize(to: 2)
        for task in ["a", "b", "c"] { start(task) }
        _ = list.move(.toEnd, at: .zero)
        _ = list.move(.rows(-1), at: .zero)
        #expect(seen == ["b", "c"])
        start("a1", in: "a")
        #expect(seen == ["b", "c"])
        start("a2", in: "a")
        start("a11", in: "a1")
        #expect(seen == ["b", "c"])
        #expect(list.offset == 4 && list.selected == "b")
        _ = list.move(.pages(-9), at: .zero)
        #expect(seen == ["a", " a1"])
    }

    @Test mutating func `A row that enters in the window moves those below it, but for the selected one`() {
        list.resize(to: 3)
        for task in ["a", "b", "c"] { start(task) }
        _ = list.move(.toEnd, at: .zero)
        start("b1", in: "b")
        #expect(seen == ["b", " b1", "c"])
        #expect(list.selected == "c")
    }
}

import Testing

@testable import HUDJob

@Suite struct NeighborPolicyTests {
    @Test func `A HUD steps aside for the first neighbor and comes back after the last one`() {
        var policy = NeighborPolicy()
        #expect(policy.change(isAlone: true, isShared: false) == .none)
        #expect(policy.change(isAlone: false, isShared: false) == .stepAside)
        #expect(policy.standsAside)
        #expect(policy.change(isAlone: false, isShared: true) == .none)
        // Stepping aside has made the terminal a shared one.
        #expect(policy.change(isAlone: true, isShared: true) == .comeBack)
        #expect(policy == NeighborPolicy())
    }

    @Test func `A HUD on a shared terminal has rows of its own and stays`() {
        var policy = NeighborPolicy()
        #expect(policy.change(isAlone: false, isShared: true) == .none)
        #expect(policy.change(isAlone: true, isShared: true) == .none)
        #expect(policy == NeighborPolicy())
    }
}

import HUDCore
import Testing

@testable import HUDDrawing
@testable import HUDTerminal

@Suite struct RedrawBudgetTests {
    private let start = HUDInstant.zero

    private func taken(_ budget: inout RedrawBudget, at time: Duration) -> Int {
        var count = 0
        while budget.take(at: start.advanced(by: time)), count < 10_000 { count += 1 }
        return count
    }

    @Test func `At one instant the budget is limited`() {
        var budget = RedrawBudget()
        #expect(taken(&budget, at: .zero) == RedrawBudget.most)
        #expect(taken(&budget, at: .zero) == 0)
    }

    @Test func `The budget recovers step by step up to its limit`() {
        var budget = RedrawBudget()
        _ = taken(&budget, at: .zero)
        let step = Duration.seconds(1) / RedrawBudget.rate
        #expect(taken(&budget, at: step - .nanoseconds(1)) == 0)
        #expect(taken(&budget, at: step) == 1)
        #expect(taken(&budget, at: step * 11) == 10)
        #expect(taken(&budget, at: .seconds(60)) == RedrawBudget.most)
    }

    @Test func `The flood is over when half of the budget has recovered`() {
        var budget = RedrawBudget()
        _ = taken(&budget, at: .zero)
        #expect(!budget.isFlooded)
        #expect(!budget.take(at: start, floods: true) && budget.isFlooded)
        let half = Duration.seconds(1) / RedrawBudget.rate * (RedrawBudget.most / 2)
        budget.ease(at: start.advanced(by: half - .nanoseconds(1)))
        #expect(budget.isFlooded)
        budget.ease(at: start.advanced(by: half))
        #expect(!budget.isFlooded)
        // Looking takes none.
        #expect(taken(&budget, at: half) == RedrawBudget.most / 2)
    }

    @Test func `An even rate never exhausts the budget`() {
        var budget = RedrawBudget()
        let step = Duration.seconds(1) / RedrawBudget.rate
        #expect((0..<5000).allSatisfy { budget.take(at: start.advanced(by: step * $0)) })
    }
}

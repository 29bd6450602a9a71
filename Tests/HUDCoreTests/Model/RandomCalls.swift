import HUDCore
import SeededRandom

/// The number of random tests. A debug build is about thirty times slower.
enum Effort {
    #if DEBUG
    static let divisor = 50
    #else
    static let divisor = 1
    #endif

    static func scaled(_ count: Int) -> Int { count / divisor }
}

extension IntervalModel {
    /// Random timings. Zero, equal and very different ones are all frequent.
    static func random(using random: inout SeededGenerator) -> IntervalModel {
        func timing() -> Int {
            switch random.int(0..<4) {
            case 0: 0
            case 1: random.int(1...3)
            default: random.int(0...20)
            }
        }
        return IntervalModel(grace: timing(), minimumShow: timing(), animation: timing())
    }

    /// Random calls with gaps about as long as the timings, so that many deadlines coincide.
    static func randomCalls(_ count: Int, using random: inout SeededGenerator) -> [Call] {
        var time = random.int(0...5)
        return (0..<count).map { _ in
            let kind: Call.Kind =
                switch random.int(0..<16) {
                case 0..<6: .show
                case 6..<10: .hide
                case 10..<13: .hideAfter(random.int(-1...12))
                case 13: .presented
                default: .advance
                }
            let call = Call(kind: kind, time: time, isAnimated: random.int(0..<4) > 0)
            switch random.int(0..<4) {
            case 0: break
            case 1: time += random.int(0...3)
            default: time += random.int(0...12)
            }
            return call
        }
    }
}

import HUDCore

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
    static func random(using random: inout some RandomNumberGenerator) -> IntervalModel {
        func timing() -> Int {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: 0
            case 1: .random(in: 1...3, using: &random)
            default: .random(in: 0...20, using: &random)
            }
        }
        return IntervalModel(grace: timing(), minimumShow: timing(), animation: timing())
    }

    /// Random calls with gaps about as long as the timings, so that many deadlines coincide.
    static func randomCalls(_ count: Int, using random: inout some RandomNumberGenerator) -> [Call] {
        var time = Int.random(in: 0...5, using: &random)
        return (0..<count).map { _ in
            let kind: Call.Kind =
                switch Int.random(in: 0..<16, using: &random) {
                case 0..<6: .show
                case 6..<10: .hide
                case 10..<13: .hideAfter(.random(in: -1...12, using: &random))
                case 13: .presented
                default: .advance
                }
            let call = Call(kind: kind, time: time, isAnimated: Int.random(in: 0..<4, using: &random) > 0)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: break
            case 1: time += .random(in: 0...3, using: &random)
            default: time += .random(in: 0...12, using: &random)
            }
            return call
        }
    }
}

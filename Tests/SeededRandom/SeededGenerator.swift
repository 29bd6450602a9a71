import HUDLibc

/// A random number generator that can be repeated with the same seed (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// The seed in the environment variable HUD_SEED, or a constant one.
    public static let seed: UInt64 = getenv("HUD_SEED").flatMap { UInt64(String(cString: $0)) } ?? usualSeed

    private static let usualSeed: UInt64 = 20_240_229

    /// Whether the seed is the constant one. How often a case comes up depends on the seed, so laws check that with this one alone.
    public static let isUsual = seed == usualSeed

    /// How many steps a law on random runs takes, from the environment variable HUD_STEPS; nil: the law decides.
    public static let steps = getenv("HUD_STEPS").flatMap { Int(String(cString: $0)) }

    /// How many of `count` rounds a law takes: all in release, a quarter in debug, where a round takes several times as long.
    public static func rounds(_ count: Int) -> Int {
        #if DEBUG
        count / 4
        #else
        count
        #endif
    }

    private var state: UInt64

    /// A generator for one purpose. Each has a stream of its own, so that it gives the same numbers alone and with others.
    public init(stream: UInt64, seed: UInt64 = Self.seed) {
        state = seed &+ stream &* 0xD1B5_4A32_D192_ED03
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number of `range`, each as often as the others.
    public mutating func int(_ range: Range<Int>) -> Int { .random(in: range, using: &self) }

    /// A number of `range`, each as often as the others.
    public mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

    /// True as often as false.
    public mutating func bool() -> Bool { .random(using: &self) }

    /// True once in `count` times on average.
    public mutating func once(in count: Int) -> Bool { int(0..<count) == 0 }

    /// One of `elements`, which are not empty.
    public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[int(elements.indices)] }

    /// Says what a law has checked, in a line on standard error. Tests that capture standard output may run at the same time.
    public static func report(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

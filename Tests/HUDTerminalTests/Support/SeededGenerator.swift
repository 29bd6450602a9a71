#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// SplitMix64: the same numbers for the same seed, from the environment variable HUD_SEED or one that stays.
struct SeededGenerator: RandomNumberGenerator {
    static let seed: UInt64 = getenv("HUD_SEED").flatMap { UInt64(String(cString: $0)) } ?? 20_240_229

    private var state: UInt64

    /// - Parameter stream: Other numbers from the same seed.
    init(stream: UInt64) { state = Self.seed &+ stream &* 0xD1B5_4A32_D192_ED03 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// A power of 1000 or 1024, and the number of decimals that makes three digits.
struct Scale {
    /// What a prefix stands for.
    enum Prefixes {
        /// k, M, G …: powers of 1000.
        case si
        /// Ki, Mi, Gi …: powers of 1024 (IEC 80000-13).
        case iec
    }

    /// The number of the prefix; 0 for none.
    private var power = 0
    private var divisor = 1
    private var decimals = 0
    private let prefixes: Prefixes

    private static let si: StaticString = "kMGTPE"
    private static let iec: StaticString = "KMGTPE"

    /// The scale on which `count` has one to three digits before the decimal point, or four with IEC prefixes: `1023 MiB`.
    init(suiting count: Int, _ prefixes: Prefixes) {
        self.prefixes = prefixes
        let base =
            switch prefixes {
            case .si: 1000
            case .iec: 1024
            }
        while count / divisor >= base, power < Self.si.utf8CodeUnitCount {
            power += 1
            divisor *= base
        }
        guard divisor > 1 else { return }
        decimals = count / divisor >= 100 ? 0 : count / divisor >= 10 ? 1 : 2
    }

    /// Appends `count` on this scale, rounded down; `unit`: followed by its unit in bytes.
    func append(_ count: Int, to figure: inout Figure, unit: Bool) {
        let (whole, rest) = max(0, count).quotientAndRemainder(dividingBy: divisor)
        figure.append(whole)
        if decimals > 0 {
            figure.append(".")
            figure.append(fraction(rest), least: decimals)
        }
        guard unit else { return }
        figure.append(" ")
        appendPrefix(to: &figure)
        figure.append("B")
    }

    func appendPrefix(to figure: inout Figure) {
        guard power > 0 else { return }
        switch prefixes {
        case .si: figure.append(Self.si.utf8Start[power - 1])
        case .iec:
            figure.append(Self.iec.utf8Start[power - 1])
            figure.append("i")
        }
    }

    /// The decimals of a remainder, rounded down.
    private func fraction(_ rest: Int) -> Int {
        let parts = decimals == 1 ? 10 : 100
        switch prefixes {
        case .si: return rest / (divisor / parts)
        // A tenth of a power of 1024 is no whole number, and a hundred times a remainder may exceed 64 bits.
        case .iec: return Int(Int128(rest) * Int128(parts) / Int128(divisor))
        }
    }
}

extension ProgressUnit {
    /// The prefixes of sizes in bytes; nil for other units.
    var prefixes: Scale.Prefixes? {
        switch self {
        case .bytes: .si
        case .binaryBytes: .iec
        case .items, .named: nil
        }
    }

    /// The name that follows counts and rates; nil if there is none.
    package var name: String? {
        switch self {
        case .items, .bytes, .binaryBytes, .named(""): nil
        case .named(let name): name
        }
    }
}

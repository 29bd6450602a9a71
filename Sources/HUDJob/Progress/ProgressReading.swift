import HUDCore

/// A number in a place where tools print their progress.
struct ProgressReading: Equatable {
    /// The places, by the text around the number.
    enum Shape: Equatable {
        /// `[12/345]` or `[12 of 345]` at the start of a line: ninja, SwiftPM, bazel, ghc, and docker build behind `#12 `.
        case bracketedCount
        /// `(12/345)` at the start of a line: pacman, zypper.
        case parenthesisedCount
        /// `[ 45%]` at the start of a line: CMake's makefiles.
        case bracketedPercent
        /// `Progress: [ 45%]`, `reading sources... [ 45%] name`: apt, Sphinx.
        case labelledPercent
        /// `12/345 Test`, `12/345 name OK 0.02s`: ctest, meson.
        case testCount
        /// `[+] Building 1.3s (3/12)`, `[+] Running 3/12`: docker build and docker compose, drawn again and again.
        case headerCount
        /// `Step 12/345`: docker build.
        case step
        /// `[ 45%]` at the end of a line: pytest.
        case trailingPercent
        /// `[ 12/345]` at the end of a line: pytest. `Label (12/345)`: Next.js. `.....  30 / 100 ( 30%)`: PHPUnit.
        case trailingCount
        /// `12 of 345`, alone on a line except for a few words.
        case countInWords
        /// `Receiving objects:  45% (12/345)`: git, dune.
        case percentWithCount
        /// ` 45%|████      | 12/345 [00:01<00:02`: tqdm.
        case tqdm
        /// `[===>    ] 12/345`, `━━━━━ 1.2/3.4 MB`: cargo, docker pull, pip. `12/345 [===>    ]`: Symfony, Keras, minitest. `30 / 100 [===>    ]`: pb, mpb.
        case barWithCount
        /// `#####     45.0%`, `[####----]  45%`: curl, pacman.
        case barWithPercent
        /// `file  45%[====>    ]`, `45% [1 file 12 kB/34 kB]`, `45% |████    |`: wget, apt's downloads, Go's progressbar.
        case percentWithBar
        /// `1,234,567  45%  1.23MB/s`: rsync, scp.
        case percentWithRate
        /// `[0:12] 30.23%  12 files`, `[#2089b0 4.0MiB/33.2MiB(12%)`, `Transferred: 3 MiB / 9 MiB, 30%`, `30.0 %  1 KiB / 9 KiB = 0.1`,
        /// `pulling 8eeb: 30% ▕███  ▏`, `30.3 MiB / 100.0 MiB ( 30 %)`: restic, aria2c, rclone, xz, ollama, rustup.
        case percentOfTool
        /// `150K ..........  45%`: wget, not on a terminal.
        case dots
        /// `(Reading database ... 45%`: dpkg.
        case database
        /// ` 45 2929k   45 1318k    0     0  1245k      0  0:00:02`: curl.
        case meter
        /// `Label 45%`, `Label 45% (details)` or `45% details` on a line that is rewritten, `Progress: 45%`, or `12/345 files 45% done`.
        case percent
        /// `Label: 12/345` on a line that is rewritten.
        case count

        /// Precedence: the count of a whole job ranks before a percentage of one part.
        var rank: Int {
            switch self {
            case .bracketedCount, .parenthesisedCount, .bracketedPercent, .labelledPercent, .testCount, .headerCount, .step,
                .trailingPercent, .trailingCount:
                2
            default: 1
            }
        }

        /// Whether a number counts before it has changed, if it is zero. It does not in a shape that summaries also have.
        var countsAtZero: Bool {
            switch self {
            case .percentWithCount, .labelledPercent, .step: false
            default: !mustMove
            }
        }

        /// Whether prose and tables also contain this shape, so that a number counts only once it has changed.
        var mustMove: Bool {
            switch self {
            case .trailingPercent, .trailingCount, .countInWords, .percent, .count, .percentWithBar, .parenthesisedCount: true
            default: false
            }
        }
    }

    var shape: Shape
    /// Distinguishes sources of one shape: a hash of the words next to the number.
    var label: UInt64 = 0
    /// 0 to 1.
    var fraction: Double
    var completed: Double?
    var total: Double?
    var unit = ProgressUnit.items
    /// The position after the last byte that is needed to recognize it.
    var end: Int

    /// A count; nil if the numbers can't be one.
    init?(_ shape: Shape, label: UInt64 = 0, _ completed: LineText.Number, of total: LineText.Number, end: Int) {
        guard total.value > 0, completed.value >= 0, completed.value <= total.value else { return nil }
        self.shape = shape
        self.label = label
        fraction = completed.value / total.value
        self.completed = completed.value
        self.total = total.value
        unit = total.unit
        self.end = end
    }

    /// A percentage; nil if it is above 100.
    init?(_ shape: Shape, label: UInt64 = 0, percent: Double, end: Int) {
        guard percent >= 0, percent <= 100 else { return nil }
        self.shape = shape
        self.label = label
        fraction = percent / 100
        self.end = end
    }

    /// Whether it is a percentage without words that tell rows apart.
    var isNameless: Bool { (shape == .percent || shape == .barWithPercent) && label == FNV1a().value }

    /// The value that tells which of two readings with the same total is further.
    var position: Double { completed ?? fraction }

    var isDone: Bool { total.map { position >= $0 } ?? (fraction > 0.995) }

    /// Whether work can have started at this point.
    var isNearStart: Bool { fraction <= 0.15 || completed.map { $0 <= 2 } ?? false }

    func hasTotal(of other: ProgressReading) -> Bool { total == other.total && unit == other.unit }

    /// Whether `other` can follow from the same source.
    ///
    /// - Parameter mayChange: Whether the source is known. Its total may grow then, because tools find more work, and the total of a build's steps may also shrink,
    ///   because some turn out to be up to date. The total of a build that is not known yet may change by a tenth.
    func isFollowed(by other: ProgressReading, mayChange: Bool) -> Bool {
        guard other.position >= position else { return false }
        if hasTotal(of: other) { return true }
        guard let total, let newTotal = other.total, unit == other.unit else { return false }
        if mayChange, newTotal > total { return true }
        return shape == .bracketedCount && other.position > position && (mayChange || abs(newTotal - total) <= total / 10)
    }

    func progress(_ phase: Int) -> JobProgress {
        guard let completed, let total, let counted = JobProgress(completed, of: total, unit: unit, phase: phase) else {
            return JobProgress(fraction: fraction, phase: phase)
        }
        return counted
    }
}

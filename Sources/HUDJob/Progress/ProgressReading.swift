import HUDCore

/// A number at a place where tools say how far they are.
struct ProgressReading: Equatable {
    /// The places, by what stands around the number.
    enum Shape: Equatable {
        /// `[12/345]` at the start of a line: ninja, SwiftPM, bazel, docker build.
        case bracketedCount
        /// `(12/345)` at the start of a line: pacman, zypper.
        case parenthesisedCount
        /// `[ 45%]` at the start of a line: CMake's makefiles.
        case bracketedPercent
        /// `Progress: [ 45%]`: apt.
        case labelledPercent
        /// `12/345 Test`: ctest.
        case testCount
        /// `Step 12/345`: docker build.
        case step
        /// `[ 45%]` at the end of a line: pytest.
        case trailingPercent
        /// `[ 12/345]` or `(12/345)` at the end of a line: pytest.
        case trailingCount
        /// `12 of 345`, a line of its own but for a few words.
        case countInWords
        /// `Receiving objects:  45% (12/345)`: git.
        case percentWithCount
        /// ` 45%|████      | 12/345 [00:01<00:02`: tqdm.
        case tqdm
        /// `[===>    ] 12/345`, `━━━━━ 1.2/3.4 MB`: cargo, docker pull, pip.
        case barWithCount
        /// `#####     45.0%`, `[####----]  45%`: curl, pacman.
        case barWithPercent
        /// `file  45%[====>    ]`, `45% [1 file 12 kB/34 kB]`: wget, apt's downloads.
        case percentWithBar
        /// `1,234,567  45%  1.23MB/s`: rsync, scp.
        case percentWithRate
        /// `150K ..........  45%`: wget into a file.
        case dots
        /// `(Reading database ... 45%`: dpkg.
        case database
        /// ` 45 2929k   45 1318k    0     0  1245k      0  0:00:02`: curl.
        case meter
        /// `Label 45%` on a line that is rewritten, or `Progress: 45%`.
        case percent
        /// `Label: 12/345` on a line that is rewritten.
        case count

        /// What a whole job counts goes before what a part of it says.
        var rank: Int {
            switch self {
            case .bracketedCount, .parenthesisedCount, .bracketedPercent, .labelledPercent, .testCount, .step, .trailingPercent,
                .trailingCount:
                2
            case .countInWords, .percentWithCount, .tqdm, .barWithCount, .barWithPercent, .percentWithBar, .percentWithRate,
                .dots, .database, .meter, .percent, .count:
                1
            }
        }

        /// Whether prose and tables have it, too.
        var mustMove: Bool {
            switch self {
            case .trailingPercent, .trailingCount, .countInWords, .percent, .count, .percentWithBar, .parenthesisedCount: true
            case .bracketedCount, .bracketedPercent, .labelledPercent, .testCount, .step, .percentWithCount, .tqdm, .barWithCount,
                .barWithPercent, .percentWithRate, .dots, .database, .meter:
                false
            }
        }
    }

    var shape: Shape
    /// What tells sources of one shape apart: a hash of the words beside the number.
    var label: UInt64 = 0
    /// From 0 to 1.
    var fraction: Double
    var completed: Double?
    var total: Double?
    var unit = ProgressUnit.items
    /// Behind the last byte that it takes to see it.
    var end: Int

    /// A count; nil where it can't be one.
    init?(_ shape: Shape, label: UInt64 = 0, _ completed: Double, of total: Double, unit: ProgressUnit = .items, end: Int) {
        guard total > 0, completed >= 0, completed <= total else { return nil }
        self.shape = shape
        self.label = label
        fraction = completed / total
        self.completed = completed
        self.total = total
        self.unit = unit
        self.end = end
    }

    /// A percentage; nil where it is more than 100.
    init?(_ shape: Shape, label: UInt64 = 0, percent: Double, end: Int) {
        guard percent >= 0, percent <= 100 else { return nil }
        self.shape = shape
        self.label = label
        fraction = percent / 100
        self.end = end
    }

    /// What says which of two is further, where they have the same total.
    var position: Double { completed ?? fraction }

    var isDone: Bool { total.map { position >= $0 } ?? (fraction > 0.995) }

    /// Whether work may have begun that far.
    var isNearStart: Bool { fraction <= 0.15 || completed.map { $0 <= 2 } ?? false }

    func hasTotal(of other: ProgressReading) -> Bool { total == other.total && unit == other.unit }

    /// Whether `other` may come next from the same source; its total may grow where it is known for more work to be found.
    func isFollowed(by other: ProgressReading, mayGrow: Bool) -> Bool {
        other.position >= position && (hasTotal(of: other) || mayGrow && (other.total ?? 0) > (total ?? .infinity))
    }

    func progress(_ phase: Int) -> JobProgress {
        guard let completed, let total, let counted = JobProgress(completed, of: total, unit: unit, phase: phase) else {
            return JobProgress(fraction: fraction, phase: phase)
        }
        return counted
    }
}

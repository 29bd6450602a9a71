import HUDCore

extension HUDMode {
    var goldenName: String {
        switch self {
        case .indeterminate: "indeterminate"
        case .determinate: "determinate"
        case .bar: "bar"
        case .annular: "annular"
        case .custom: "custom"
        case .text: "text"
        }
    }

    /// A HUD in this mode in the middle of its work, with all texts that the mode can show.
    var goldenSnapshot: HUDSnapshot {
        var snapshot = HUDSnapshot(
            mode: self, label: "Compressing", detailsLabel: "holiday.mkv, pass 1 of 2", progress: ProgressSample(fraction: 0.37),
            elapsed: .seconds(7), timeOnScreen: .milliseconds(160))
        switch self {
        case .bar: snapshot.fill(with: .counted, rate: 3.2, remaining: .seconds(104))
        case .annular: snapshot.fill(with: .bytes, rate: 1_250_000, remaining: .seconds(15))
        case .indeterminate, .determinate, .custom, .text: break
        }
        return snapshot
    }
}

extension ProgressSample {
    static let counted = ProgressSample(completedUnitCount: 12, totalUnitCount: 345, runningUnitCount: 4)
    static let bytes = ProgressSample(completedUnitCount: 1_500_000, totalUnitCount: 20_000_000, unit: .bytes)
    static let endless = ProgressSample(completedUnitCount: 1234, totalUnitCount: nil)
}

extension HUDSnapshot {
    fileprivate mutating func fill(with progress: ProgressSample, rate: Double? = nil, remaining: Duration? = nil) {
        self.progress = progress
        self.rate = rate
        self.remaining = remaining
    }

    /// A change to this snapshot.
    func with(_ change: (inout HUDSnapshot) -> Void) -> HUDSnapshot {
        var snapshot = self
        change(&snapshot)
        return snapshot
    }

    /// The states of a HUD, with names.
    static let goldenStates: [(name: String, snapshot: HUDSnapshot)] = {
        let plain = HUDSnapshot(label: "Compressing", elapsed: .seconds(7), timeOnScreen: .milliseconds(160))
        var states: [(String, HUDSnapshot)] = []
        for mode in [HUDMode.determinate, .bar, .annular] {
            for fraction in [0, 0.37, 1] {
                let snapshot = plain.with {
                    $0.mode = mode; $0.progress = ProgressSample(fraction: fraction)
                }
                states.append(("\(mode.goldenName) at \(fraction)", snapshot))
            }
        }
        let bar = plain.with { $0.mode = .bar }
        let counted = bar.with { $0.fill(with: .counted, rate: 3.2, remaining: .seconds(104)) }
        states += [
            ("nothing but a spinner", HUDSnapshot()),
            ("bar, 12 of 345, 4 running", bar.with { $0.progress = .counted }),
            ("bar, 12 of 345, 4 running, rate and remaining", counted),
            ("bar, bytes", bar.with { $0.fill(with: .bytes, rate: 1_250_000, remaining: .seconds(15)) }),
            ("bar, unknown total", bar.with { $0.fill(with: .endless, rate: 12_345) }),
            (
                "bar, unknown total, a second on",
                bar.with {
                    $0.fill(with: .endless); $0.timeOnScreen = .seconds(1)
                }
            ),
            (
                "ring, unknown total",
                plain.with {
                    $0.mode = .annular; $0.fill(with: .endless)
                }
            ),
            ("bar without a label", counted.with { $0.label = "" }),
            (
                "pie without a label",
                plain.with {
                    $0.mode = .determinate; $0.label = ""; $0.progress = .counted
                }
            ),
            ("spinner, succeeded", plain.with { $0.outcome = .succeeded }),
            ("spinner, failed", plain.with { $0.outcome = .failed(reason: "status 2") }),
            (
                "bar, succeeded",
                bar.with {
                    $0.progress = ProgressSample(fraction: 1); $0.outcome = .succeeded
                }
            ),
            (
                "bar, failed",
                bar.with {
                    $0.progress = .counted
                    $0.outcome = .failed(reason: "status 2")
                }
            ),
            (
                "bar, cancelled",
                bar.with {
                    $0.progress = .counted
                    $0.outcome = .cancelled
                }
            ),
            (
                "text, succeeded",
                plain.with {
                    $0.mode = .text; $0.outcome = .succeeded
                }
            ),
            (
                "wide characters",
                counted.with {
                    $0.label = "圧縮しています"; $0.detailsLabel = "休日の動画.mkv"
                }
            ),
            ("a long label", counted.with { $0.label = "Compressing every film that was made on the way to the lake and back" }),
            (
                "five lines of details, one of them long",
                plain.with { $0.detailsLabel = "one\ntwo\n" + String(repeating: "three ", count: 20) + "\nfour\nfive" }
            ),
            (
                "after an hour",
                counted.with {
                    $0.elapsed = .seconds(3723); $0.remaining = .seconds(40_000)
                }
            ),
            (
                "opacity 0.4",
                counted.with {
                    $0.opacity = 0.4; $0.detailsLabel = "holiday.mkv"
                }
            )
        ]
        return states
    }()
}

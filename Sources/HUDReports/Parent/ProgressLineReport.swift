import HUDCore

/// What the parent of this process knows about its HUDs, and the progress lines that bring it up to date.
///
/// A HUD's lines begin with those that have changed, and end with `end`. If several HUDs are on screen, the first one is reported, and the labels of the
/// others are its details.
struct ProgressLineReport: ParentReport {
    /// What is reported of a HUD.
    struct Content {
        var hudID: Int
        var label = ""
        var details = ""
        /// `45.5%`, `12/345` or `12/?`; nil if it is not known.
        var progress: String?
    }

    /// The longest line without its line feed, in bytes. POSIX guarantees that 512 bytes are written whole or not at all.
    static let limit = 500

    var huds: [HUDSnapshot] = []
    /// What the lines so far have said; nil if they said nothing, or have ended with `end`.
    private var said: Content?

    /// The next line to write; nil if the parent knows everything. Call ``wrote()`` when it is written.
    var next: [UInt8]? { nextStep.map { Array(($0.line + "\n").utf8) } }

    /// The line that ``next`` returned has been written.
    mutating func wrote() {
        if let nextStep { said = nextStep.said }
    }

    private var nextStep: (line: String, said: Content?)? {
        let wanted = content
        if let said, wanted?.hudID != said.hudID || said.progress != nil && wanted?.progress == nil { return ("end", nil) }
        guard let wanted else { return nil }
        var next = said ?? Content(hudID: wanted.hudID)
        if next.label != wanted.label {
            next.label = wanted.label
            return (Self.line("label", wanted.label), next)
        }
        if next.details != wanted.details {
            next.details = wanted.details
            return (Self.line("details", wanted.details), next)
        }
        guard let progress = wanted.progress, next.progress != progress else { return nil }
        next.progress = progress
        return (progress, next)
    }

    private var content: Content? {
        guard let first = huds.first else { return nil }
        let others = huds.dropFirst().prefix(8).map(\.label).filter { !$0.isEmpty }
        let details = first.detailsLabel.isEmpty ? others.joined(separator: ", ") : first.detailsLabel
        return Content(
            hudID: first.hudID, label: Self.oneLine(first.label), details: Self.oneLine(details),
            progress: Self.progress(first))
    }

    /// The progress as the parent reads it.
    private static func progress(_ snapshot: HUDSnapshot) -> String? {
        let sample = snapshot.progress
        if let total = sample.totalUnitCount, let completed = sample.completedUnitCount {
            // A tree is further than its own units say.
            let isWhole = abs(min(1, Double(completed) / Double(total)) - sample.fraction) < 0.001
            if isWhole { return "\(min(completed, total))/\(total)" + unit(sample.unit) }
        } else if sample.isIndeterminate {
            return sample.completedUnitCount.flatMap { $0 > 0 ? "\($0)/?" + unit(sample.unit) : nil }
        } else if !snapshot.mode.showsProgress && sample.fraction == 0 {
            return nil
        }
        let hundredths = Int(sample.fraction * 10_000)
        return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)%"
    }

    private static func unit(_ unit: ProgressUnit) -> String {
        switch unit {
        case .items: return ""
        case .bytes, .binaryBytes: return " bytes"
        case .named(let name):
            let name = oneLine(name)
            return name.isEmpty || name.utf8.count > 100 ? "" : " " + name
        }
    }

    private static func line(_ word: String, _ text: String) -> String { text.isEmpty ? word : word + " " + text }

    /// The text without control characters, and not longer than a line.
    static func oneLine(_ text: String) -> String {
        var line = ""
        var count = "details ".utf8.count
        for scalar in text.unicodeScalars {
            count += scalar.utf8.count
            if count > limit { break }
            line.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
        }
        return line
    }
}

import HUDCore
import HUDTerminal

/// Finds progress in a job's output (`--progress auto`).
///
/// It takes the output in pieces of any size and keeps only the beginning of a line. The result doesn't depend on how the output is split. What a full-screen
/// program draws on the alternate screen is not searched. `ProgressShapes` finds numbers; `ProgressTrust` decides which of them to use.
struct ProgressRecognizer {
    /// An unfinished line is searched up to this length; in a longer one, a bar is found when the line ends.
    private static let glance = 1024

    private var lines = OutputLines()
    private var trust = ProgressTrust()
    /// Whether the job reports its progress by OSC 9;4.
    var isToldByJob: Bool { trust.isToldByJob }
    /// How often complete progress was seen.
    var completions: Int { trust.completions }
    /// Whether the line has already been recognized, so that it counts once.
    private var isRead = false
    /// How the line before it has ended.
    private var lastEnding = OutputLines.Ending.newline
    /// What was found last in the line as it was before it was rewritten, if the words beside it do not matter.
    private var rewritten: ProgressReading?

    /// Whether a line has begun in which nothing was found.
    var isPending: Bool { !isRead && !lines.isAlternate && !lines.text.isEmpty }

    /// Takes an unfinished line for a whole one, because nothing has followed for a while. Many programs begin with what rewrites the line, and end with what
    /// it says.
    mutating func look() -> JobProgress? {
        guard isPending else { return nil }
        let found = endLine(lastEnding)
        isRead = found != nil
        return found
    }

    /// Takes a piece of output, and passes on each finding.
    ///
    /// - Parameter removed: Called when the job removes its progress by OSC 9;4, or its work has an unknown length.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, removed: () -> Void = {}, _ found: (JobProgress) -> Void) {
        var place = 0
        while place < bytes.count {
            if lines.isAtStart {
                let trigger = TriggerScan.first(in: bytes, from: place)
                let end = trigger ?? max(place, bytes.count - TriggerScan.tail)
                let start = bytes[place..<end].startOfLastLine
                if start > place { (lastEnding, rewritten) = (.newline, nil) }
                place = start
            }
            while let event = lines.take(bytes, from: &place) {
                switch event {
                case .line(let ending):
                    if !lines.isAlternate {
                        if let progress = endLine(ending) { found(progress) }
                        lastEnding = ending
                        isRead = false
                        if ending != .rewritten { rewritten = nil }
                    }
                    lines.next()
                case .taskbar(let state, let percent):
                    switch trust.hear(state: state, percent: percent) {
                    case .progress(let progress)?: found(progress)
                    case .removed?: removed()
                    case nil: break
                    }
                }
                // From here on, whole lines can be skipped.
                if lines.isAtStart { break }
            }
        }
        if let progress = glance() { found(progress) }
    }

    private mutating func endLine(_ ending: OutputLines.Ending) -> JobProgress? {
        guard !isRead else { return nil }
        let isCut = lines.isCut
        let reading = lines.text.withUnsafeBufferPointer { bytes in
            let line = LineText(bytes, isOver: !isCut)
            return ProgressShapes.reading(in: line) ?? (isCut ? nil : ProgressShapes.reading(in: line, ending: ending))
        }
        guard var reading else { return nil }
        // Nor do they in what the line says at last.
        if ending == .newline, let rewritten, rewritten.shape == reading.shape { reading.label = rewritten.label }
        if ending == .rewritten, reading.label == 0 { rewritten = reading }
        return trust.see(reading, isOnNewLine: isOnNewLine)
    }

    /// Whether the line is below the one before, and does not rewrite it.
    private var isOnNewLine: Bool { lastEnding == .newline && !lines.hasMoved }

    /// Searches an unfinished line. A bar stays unfinished until the next one is written.
    private mutating func glance() -> JobProgress? {
        guard isPending, lines.text.count <= Self.glance else { return nil }
        let isOver = lines.isReturned && !lines.isCut
        let reading = lines.text.withUnsafeBufferPointer { ProgressShapes.reading(in: LineText($0, isOver: isOver)) }
        guard let reading else { return nil }
        isRead = true
        return trust.see(reading, isOnNewLine: isOnNewLine)
    }
}

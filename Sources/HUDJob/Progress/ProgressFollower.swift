import HUDCore

/// Brings what is found out about a job's progress into its HUD.
///
/// With the first finding the HUD gets a bar, unless it was asked for another mode, and what was only expected gives way. A class: one and
/// the same for who passes the job's output on and for who reads its progress lines. Not for several threads.
package final class ProgressFollower {
    private let mode: HUDMode?
    private var recognizer: ProgressRecognizer?
    private var expression: RegexProgress?
    private var source: FoundProgress?
    private var phase = 0
    /// Nil: nobody wants to know.
    package var hud: HUD?

    /// - Parameters:
    ///   - policy: What is looked for in output.
    ///   - mode: What the user asked for.
    /// - Throws: ``ProgressPatternError`` if the pattern can't be used; not where the policy was read from an option.
    package init(_ policy: ProgressPolicy, mode: HUDMode?) throws(ProgressPatternError) {
        self.mode = mode
        switch policy {
        case .auto: recognizer = ProgressRecognizer()
        case .match(let pattern): expression = try RegexProgress(pattern)
        case .none, .descriptor: break
        }
    }

    /// A follower of progress lines.
    package init(mode: HUDMode?) {
        self.mode = mode
    }

    /// Looks at a piece of output.
    func see(_ bytes: UnsafeRawBufferPointer) {
        guard hud != nil else { return }
        recognizer?.feed(bytes) { take($0) }
        if let progress = expression?.feed(bytes) { take(progress) }
    }

    /// Takes note that there is no more output.
    func endOutput() {
        if let progress = expression?.finish() { take(progress) }
    }

    /// Takes what a progress line says.
    package func take(_ line: ProgressLine) {
        switch line {
        case .progress(let progress): take(progress)
        case .label(let text): hud?.label = text
        case .details(let text): hud?.detailsLabel = text
        }
    }

    private func take(_ progress: JobProgress) {
        if let source, progress.phase == phase { return source.set(progress.sample) }
        // Another source: what was estimated of the last one does not hold for it.
        let source = FoundProgress(progress.sample)
        self.source = source
        phase = progress.phase
        hud?.progressSource = source
        hud?.mode = mode ?? .bar
    }
}

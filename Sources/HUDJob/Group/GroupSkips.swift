/// The jobs that are skipped by the end of one.
struct GroupSkips {
    /// The most names in a line.
    private static let mostNames = 4

    /// Their names.
    var jobs: [String] = []
    /// Why the first one is skipped.
    var reason = ""

    /// The line that says so.
    func line(isUTF8: Bool) -> String {
        var names = jobs.prefix(Self.mostNames).joined(separator: ", ")
        let rest = jobs.count - Self.mostNames
        if rest > 0 { names += " and \(rest) more" }
        return "\(isUTF8 ? "–" : "-") \((names + " skipped: " + reason).withoutControls(isUTF8: isUTF8))"
    }
}

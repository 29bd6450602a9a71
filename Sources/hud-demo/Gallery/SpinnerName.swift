import HUDJob
import HUDTerminal

/// Looks up spinners by name.
enum SpinnerName {
    /// The user's own spinner with that name, otherwise the built-in one.
    ///
    /// - Parameter option: The option that has the name as its value; nil if it is an argument.
    static func find(_ name: String, in own: [Spinner], option: String?) throws(UsageError) -> Spinner {
        if let spinner = own.last(where: { $0.name == name }) ?? Spinner.named(name) { return spinner }
        let near = NearestNames.of(name, in: (own + Spinner.builtIn).map(\.name)).map { ShellWord.quoted($0) }
        let advice = near.isEmpty ? "" : "did you mean \(near.joined(separator: " or "))? "
        let wrong =
            option.map { "bad value \(ShellWord.quoted(name)) for --\($0): no such spinner" }
            ?? "no spinner \(ShellWord.quoted(name))"
        throw UsageError(message: wrong + "; \(advice)'hud-demo spinners' lists them")
    }
}

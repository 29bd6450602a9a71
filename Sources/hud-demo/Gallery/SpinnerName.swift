import HUDJob
import HUDTerminal

/// Looks up spinners by name.
enum SpinnerName {
    /// The user's own spinner with that name, otherwise the built-in one.
    ///
    /// - Parameter option: The option that has the name as its value; nil if it is an argument.
    static func find(_ name: String, in own: [Spinner], option: String?) throws(UsageError) -> Spinner {
        if let spinner = own.last(where: { $0.name == name }) ?? Spinner.named(name) { return spinner }
        let advice = NearestNames.advice(for: name, in: (own + Spinner.builtIn).map(\.name))
        let quoted = ShellWord.quoted(name)
        let wrong = option.map { "bad value \(quoted) for --\($0): no such spinner" } ?? "no spinner \(quoted)"
        throw UsageError(message: wrong + "; \(advice)'hud-demo spinners' lists them")
    }
}

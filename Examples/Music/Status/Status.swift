// What the modules of the app share: one HUD. It is on while any of them is busy, and no module needs to know whether another one is.
import HUDTerminal

/// The app's HUD.
public enum Status {
    private static let hud = HUD(renderer: AutomaticRenderer())
    /// Counts the work of all modules. Work of 0.3 s shows nothing, and a gap of 0.2 s does not turn the HUD off.
    private static let activity = ActivityIndicator(
        hud: hud, activationDelay: .milliseconds(300), completionDelay: .milliseconds(200))

    /// Shows `label` while `body` runs.
    public nonisolated(nonsending) static func busy<Value>(
        _ label: String, _ body: nonisolated(nonsending) () async throws -> Value
    ) async rethrows -> Value {
        hud.mode = .indeterminate
        hud.label = label
        activity.begin()
        defer { activity.end() }
        return try await body()
    }

    /// A line that stays, above the HUD if it is on.
    public static func report(_ text: String) {
        hud.log(text)
    }

    /// Shows a message for a second.
    public static func toast(_ text: String) async throws {
        hud.mode = .text
        hud.label = text
        activity.begin()
        defer { activity.end() }
        try await Task.sleep(for: .seconds(1))
    }

    /// Waits until the HUD is off the terminal.
    public static func finish() async throws {
        try await hud.waitUntilHidden()
    }
}

import HUDCore
import HUDTerminal

/// What a HUD is drawn as, as a user asks for it.
enum DisplayStyle: Equatable {
    case auto
    case inline
    case bezel
    case plain
    case json
    case off

    /// The styles by their names.
    static let named: [(name: String, value: DisplayStyle)] = [
        ("auto", .auto), ("inline", .inline), ("bezel", .bezel), ("plain", .plain), ("json", .json), ("off", .off)
    ]

    /// What the environment variable `HUD_STYLE` asks for; `auto` where it is not set, or empty.
    static func ofEnvironment() throws(UsageError) -> DisplayStyle {
        guard let value = getenv("HUD_STYLE").map({ String(cString: $0) }), !value.isEmpty else { return .auto }
        return try OptionReader.Found(name: "HUD_STYLE", value: value, isVariable: true).choice(of: named)
    }

    /// Whether nobody wants to see a HUD drawn here who has not asked for it: in continuous integration, and with a screen reader.
    static var prefersPlain: Bool {
        func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
        // Some say `CI=false` where there is none.
        return !["", "false", "0"].contains(value("CI")) || !value("ACCESSIBLE").isEmpty
    }
}

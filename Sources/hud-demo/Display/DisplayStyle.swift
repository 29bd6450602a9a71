import HUDCore
import HUDLibc
import HUDTerminal

/// How a HUD is drawn, by the user's choice.
enum DisplayStyle: Equatable {
    case auto
    case inline
    case bezel
    case plain
    case json
    case off

    /// The styles by name.
    static let named: [(name: String, value: DisplayStyle)] = [
        ("auto", .auto), ("inline", .inline), ("bezel", .bezel), ("plain", .plain), ("json", .json), ("off", .off)
    ]

    /// The style in the environment variable `HUD_STYLE`; `auto` if it is not set, or empty.
    static func ofEnvironment() throws(UsageError) -> DisplayStyle {
        guard let value = getenv("HUD_STYLE").map({ String(cString: $0) }), !value.isEmpty else { return .auto }
        return try OptionReader.Found(name: "HUD_STYLE", value: value, isVariable: true).choice(of: named)
    }
}

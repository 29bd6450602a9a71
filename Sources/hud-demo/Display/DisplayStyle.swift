import HUDJob
import HUDLibc

/// How a HUD is drawn, by the user's choice.
enum DisplayStyle: String, CaseIterable {
    case auto
    case inline
    case bezel
    case plain
    case brief
    case json
    case off

    /// The style in the environment variable `HUD_STYLE`; `auto` if it is not set, or empty.
    static func ofEnvironment() throws(UsageError) -> DisplayStyle {
        guard let value = getenv("HUD_STYLE").map({ CommandArgument($0) }), value != "" else { return .auto }
        return try OptionValue(origin: "HUD_STYLE", word: value).choice(of: allCases.map { ($0.rawValue, $0) })
    }
}

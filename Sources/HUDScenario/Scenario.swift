import HUDCore

/// A timing scenario: settings and calls in time order, which ``play(_:)`` plays on a manual clock.
struct Scenario: Sendable, Equatable {
    /// The state machine that plays the scenario.
    enum Indicator: Sendable {
        /// A `HUD`.
        case hud
        /// An `ActivityIndicator`.
        case activity
    }

    /// A call that the scenario makes on its indicator.
    enum Action: Sendable, Equatable {
        /// `HUD.show(animated:)`.
        case show(animated: Bool)
        /// `HUD.hide(animated:)`.
        case hide(animated: Bool)
        /// `HUD.hide(after:animated:)`.
        case hideAfter(Duration, animated: Bool)
        /// Sets `HUD.progress`, which clamps the value to 0...1.
        case progress(Double)
        /// `ActivityIndicator.begin()`.
        case begin
        /// `ActivityIndicator.end()`.
        case end
    }

    /// An action and the time at which the player takes it.
    struct Call: Sendable, Equatable {
        /// When the call is made.
        var time: HUDInstant
        /// The call.
        var action: Action
    }

    /// The state machine that plays the scenario; a HUD by default.
    var indicator = Indicator.hud
    /// The HUD's grace time; zero by default.
    var graceTime = Duration.zero
    /// The HUD's minimum show time; zero by default.
    var minimumShowTime = Duration.zero
    /// The length of the HUD's animations; 0.3 s by default.
    var animationDuration = Duration.milliseconds(300)
    /// The HUD's frame rate. Nil, the default, plays no frames.
    var framesPerSecond: Int?
    /// The activity indicator's activation delay; 1 s by default.
    var activationDelay = Duration.seconds(1)
    /// The activity indicator's completion delay; 0.17 s by default.
    var completionDelay = Duration.milliseconds(170)
    /// When the scenario ends. Nil, the default, ends it when nothing is pending.
    var end: HUDInstant?
    /// The calls, in order of time.
    var calls: [Call] = []
}

/// Why a scenario could not be parsed.
package struct ScenarioError: Error, Equatable, CustomStringConvertible {
    /// The line that could not be parsed, counted from 1.
    var line: Int
    /// What is wrong and what was expected: one line, without control characters.
    var message: String

    /// The line and the message.
    package var description: String { "line \(line): \(message)" }
}

import HUDCore

/// A timing scenario: settings and calls in time order, which a ``ScenarioPlayer`` plays on a manual clock.
package struct Scenario: Sendable, Equatable {
    /// The state machine that plays the scenario.
    package enum Indicator: Sendable {
        /// A `HUD`.
        case hud
        /// An `ActivityIndicator`.
        case activity
    }

    /// A call that the scenario makes on its indicator.
    package enum Action: Sendable, Equatable {
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
    package struct Call: Sendable, Equatable {
        /// When the call is made.
        package var time: HUDInstant
        /// The call.
        package var action: Action

        /// A call at `time`.
        ///
        /// - Parameters:
        ///   - time: When the call is made.
        ///   - action: The call.
        package init(time: HUDInstant, action: Action) {
            self.time = time
            self.action = action
        }
    }

    /// The state machine that plays the scenario; a HUD by default.
    package var indicator = Indicator.hud
    /// The HUD's grace time; zero by default.
    package var graceTime = Duration.zero
    /// The HUD's minimum show time; zero by default.
    package var minimumShowTime = Duration.zero
    /// The length of the HUD's animations; 0.3 s by default.
    package var animationDuration = Duration.milliseconds(300)
    /// The HUD's frame rate. Nil, the default, plays no frames.
    package var framesPerSecond: Int?
    /// The activity indicator's activation delay; 1 s by default.
    package var activationDelay = Duration.seconds(1)
    /// The activity indicator's completion delay; 0.17 s by default.
    package var completionDelay = Duration.milliseconds(170)
    /// When the scenario ends. Nil, the default, ends it when nothing is pending.
    package var end: HUDInstant?
    /// The calls, in order of time.
    package var calls: [Call] = []

    /// A scenario without calls.
    package init() {}
}

/// Why a scenario could not be parsed.
package struct ScenarioError: Error, Equatable {
    /// The line that could not be parsed, counted from 1.
    package var line: Int
    /// What is wrong and what was expected: one line, without control characters.
    package var message: String

    /// Makes an error.
    package init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}

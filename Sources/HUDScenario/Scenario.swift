import HUDCore

/// A timing scenario: settings and calls in time order, which a ``ScenarioPlayer`` plays on a manual clock.
///
/// ```swift
/// let scenario = try Scenario(parsing: "grace 0.5\nat 0 show\nat 2 hide".utf8)
/// ScenarioPlayer(scenario).play { moment in
///     if let line = moment.json { print(line) }
/// }
/// ```
public struct Scenario: Sendable, Equatable {
    /// The state machine that plays the scenario.
    public enum Indicator: Sendable {
        /// A `HUD`.
        case hud
        /// An `ActivityIndicator`.
        case activity
    }

    /// A call that the scenario makes on its indicator.
    public enum Action: Sendable, Equatable {
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
    public struct Call: Sendable, Equatable {
        /// When the call is made.
        public var time: HUDInstant
        /// The call.
        public var action: Action

        /// A call at `time`.
        ///
        /// - Parameters:
        ///   - time: When the call is made.
        ///   - action: The call.
        public init(time: HUDInstant, action: Action) {
            self.time = time
            self.action = action
        }
    }

    /// The state machine that plays the scenario; a HUD by default.
    public var indicator = Indicator.hud
    /// The HUD's grace time; zero by default.
    public var graceTime = Duration.zero
    /// The HUD's minimum show time; zero by default.
    public var minimumShowTime = Duration.zero
    /// The length of the HUD's animations; 0.3 s by default.
    public var animationDuration = Duration.milliseconds(300)
    /// The HUD's frame rate. Nil, the default, plays no frames.
    public var framesPerSecond: Int?
    /// The activity indicator's activation delay; 1 s by default.
    public var activationDelay = Duration.seconds(1)
    /// The activity indicator's completion delay; 0.17 s by default.
    public var completionDelay = Duration.milliseconds(170)
    /// When the scenario ends. Nil, the default, ends it when nothing is pending.
    public var end: HUDInstant?
    /// The calls, in order of time.
    public var calls: [Call] = []

    /// A scenario without calls.
    public init() {}
}

/// Why a scenario could not be parsed.
public struct ScenarioError: Error, Equatable {
    /// The line that could not be parsed, counted from 1.
    public var line: Int
    /// What is wrong and what was expected: one line, without control characters.
    public var message: String

    /// Makes an error.
    public init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}

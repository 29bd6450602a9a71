/// A timing scenario: settings, then calls in time order. What ``ScenarioPlayer`` plays.
package struct Scenario: Sendable, Equatable {
    /// Which state machine plays it.
    package enum Indicator: Sendable {
        case hud
        case activity
    }

    /// Something that is done to the indicator.
    package enum Action: Sendable, Equatable {
        case show(animated: Bool)
        case hide(animated: Bool)
        case hideAfter(Duration, animated: Bool)
        case progress(Double)
        case begin
        case end
    }

    /// An action and when it is done.
    package struct Call: Sendable, Equatable {
        package var time: HUDInstant
        package var action: Action

        package init(time: HUDInstant, action: Action) {
            self.time = time
            self.action = action
        }
    }

    package var indicator = Indicator.hud
    package var graceTime = Duration.zero
    package var minimumShowTime = Duration.zero
    package var animationDuration = Duration.milliseconds(300)
    /// Nil: no frames.
    package var framesPerSecond: Int?
    package var activationDelay = Duration.seconds(1)
    package var completionDelay = Duration.milliseconds(170)
    /// Nil: it ends when nothing is pending.
    package var end: HUDInstant?
    /// In order of time.
    package var calls: [Call] = []

    /// A scenario in which nothing happens.
    package init() {}
}

/// Why a scenario can't be read.
package struct ScenarioError: Error, Equatable {
    /// Counted from 1.
    package var line: Int
    /// What is wrong and what would do; one line, harmless to print.
    package var message: String
}

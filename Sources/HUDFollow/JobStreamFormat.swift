/// The formats of event streams that can be followed.
public enum JobStreamFormat: String, Sendable, CaseIterable {
    /// The events of ``HUDTerminal/JSONRenderer``, of `hud-demo --style json` and `hud-demo group --style json`.
    case hud
    /// BuildKit's `rawjson`, of `docker buildx build --progress=rawjson`.
    case buildKit = "buildkit"
    /// Swift Testing's event stream, of `swift test --event-stream-output-path`.
    case swiftTesting = "swift-testing"
}

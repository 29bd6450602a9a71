import HUDCore
import HUDReports

extension ScenarioPlayer.Moment {
    /// The moment as a JSON object on one line, without a line feed. Nil for a change of phase, which has no JSON form.
    var json: String? {
        var line = JSONLine()
        switch self {
        case .event(let event, let lastProgress):
            line.add("t", decimal: event.time.offset.decimalSeconds)
            switch event.kind {
            case .appear(let animated):
                line.add("event", "appear")
                line.add("animated", animated)
            case .disappear(let animated):
                line.add("event", "disappear")
                line.add("animated", animated)
            case .hidden(let shown):
                line.add("event", "hidden")
                line.add("shown", shown)
                if let lastProgress { line.add("progress", lastProgress) }
            }
        case .frame(let number, let time, let progress):
            line.add("t", decimal: time.offset.decimalSeconds)
            line.add("event", "frame")
            line.add("n", number)
            line.add("progress", progress)
        case .activity(let isActive, let time):
            line.add("t", decimal: time.offset.decimalSeconds)
            line.add("event", isActive ? "active" : "inactive")
        case .phase:
            return nil
        }
        return line.text
    }
}

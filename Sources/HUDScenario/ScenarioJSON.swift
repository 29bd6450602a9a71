import HUDCore
import HUDReports

extension Scenario.Moment {
    /// When it happens.
    var time: HUDInstant {
        switch self {
        case .event(let event, _): event.time
        case .frame(_, let time, _), .activity(_, let time), .phase(_, let time): time
        }
    }

    /// The moment as a JSON object on one line, without a line feed. Nil for a change of phase, which has no JSON form.
    var json: String? {
        var line = JSONLine()
        line.add("t", time.offset)
        switch self {
        case .event(let event, let lastProgress):
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
                line.add("progress", lastProgress)
            }
        case .frame(let number, _, let progress):
            line.add("event", "frame")
            line.add("n", number)
            line.add("progress", progress)
        case .activity(let isActive, _): line.add("event", isActive ? "active" : "inactive")
        case .phase: return nil
        }
        return line.text
    }
}

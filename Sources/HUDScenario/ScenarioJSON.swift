import HUDCore

extension ScenarioPlayer.Moment {
    /// The moment as a JSON object on one line, without a line feed. Nil for a change of phase, which has no JSON form.
    package var json: String? {
        switch self {
        case .event(let event, let lastProgress):
            let start = "{\"t\":\(event.time.offset.decimalSeconds),\"event\":"
            switch event.kind {
            case .appear(let animated): return start + "\"appear\",\"animated\":\(animated)}"
            case .disappear(let animated): return start + "\"disappear\",\"animated\":\(animated)}"
            case .hidden(let shown):
                let progress = lastProgress.map { ",\"progress\":\($0.shortestDecimal)" } ?? ""
                return start + "\"hidden\",\"shown\":\(shown)\(progress)}"
            }
        case .frame(let number, let time, let progress):
            let place = "\"t\":\(time.offset.decimalSeconds),\"event\":\"frame\",\"n\":\(number)"
            return "{\(place),\"progress\":\(progress.shortestDecimal)}"
        case .activity(let isActive, let time):
            return "{\"t\":\(time.offset.decimalSeconds),\"event\":\"\(isActive ? "active" : "inactive")\"}"
        case .phase:
            return nil
        }
    }
}

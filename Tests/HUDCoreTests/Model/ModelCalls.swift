import HUDCore

// Plays the calls of the interval model on the state machine, and prints them as a scenario. One unit of time is a
// second.

extension HUDInstant {
    /// `units` seconds after the origin.
    init(units: Int) {
        self.init(offset: .seconds(units))
    }
}

extension HUDStateMachine {
    /// A machine with the model's timings.
    init(_ model: IntervalModel) {
        self.init(
            graceTime: .seconds(model.grace), minimumShowTime: .seconds(model.minimumShow),
            animationDuration: .seconds(model.animation))
    }

    /// Makes one of the model's calls.
    mutating func play(_ call: IntervalModel.Call) -> [HUDEvent] {
        let time = HUDInstant(units: call.time)
        switch call.kind {
        case .show: return show(at: time, animated: call.isAnimated)
        case .hide: return hide(at: time, animated: call.isAnimated)
        case .hideAfter(let delay): return hide(after: .seconds(delay), at: time, animated: call.isAnimated)
        case .advance: return advance(to: time)
        case .presented:
            let events = advance(to: time)
            presented(at: time)
            return events
        }
    }
}

extension IntervalModel.Event {
    /// Whether this is the machine's event.
    func matches(_ event: HUDEvent) -> Bool {
        event.kind == kind && event.time == HUDInstant(units: time)
    }
}

extension IntervalModel {
    /// The calls as a scenario that can be played. A call that a scenario does not have is a comment.
    func scenario(_ calls: [Call]) -> String {
        var lines = ["grace \(grace)", "min-show \(minimumShow)", "animation \(animation)"]
        for call in calls {
            let how = call.isAnimated ? "" : " instant"
            switch call.kind {
            case .show: lines.append("at \(call.time) show\(how)")
            case .hide: lines.append("at \(call.time) hide\(how)")
            case .hideAfter(let delay) where delay < 0: lines.append("at \(call.time) hide\(how)  # after \(delay)")
            case .hideAfter(let delay): lines.append("at \(call.time) hide\(how) after \(delay)")
            case .advance: lines.append("# advance to \(call.time)")
            case .presented: lines.append("# advance to \(call.time), a frame is presented")
            }
        }
        return lines.joined(separator: "\n")
    }
}

import HUDCore

/// The activity indicator's part of the timing contract, implemented a second time: with periods instead of
/// states.
struct ActivityModel {
    var activation: Int
    var completion: Int

    enum Kind: CaseIterable {
        case begin, end, advance
    }

    struct Call {
        var kind: Kind
        var time: Int
    }

    struct Event: Equatable {
        var isActive: Bool
        var time: Int
    }

    /// "A count of running work, never below zero": after each of the calls.
    func counts(_ calls: [Call]) -> [Int] {
        var count = 0
        return calls.map { call in
            switch call.kind {
            case .begin: count += 1
            case .end: count = max(0, count - 1)
            case .advance: break
            }
            return count
        }
    }

    func events(_ calls: [Call]) -> [Event] {
        let counts = counts(calls)
        var events: [Event] = []
        var next = 0
        while let begin = calls.indices[next...].first(where: { calls[$0].kind == .begin }) {
            // "While starting, the delay runs out whatever the count does, and only then is the count looked at."
            let on = calls[begin].time + activation
            next = firstCall(calls, after: on, setBy: begin)
            guard counts[next - 1] > 0 else { continue }
            events.append(Event(isActive: true, time: on))
            guard let off = goingOff(calls, counts, from: next) else { break }
            events.append(Event(isActive: false, time: off.time))
            next = off.next
        }
        return events
    }

    /// When the count has been zero for the completion delay, and the first call after that; nil if it never has.
    private func goingOff(_ calls: [Call], _ counts: [Int], from index: Int) -> (time: Int, next: Int)? {
        var index = index
        while let zero = calls.indices[index...].first(where: { counts[$0] == 0 }) {
            let off = calls[zero].time + completion
            let next = firstCall(calls, after: off, setBy: zero)
            // "While ending, a count above zero goes back to active with no event."
            guard let resumed = calls[(zero + 1)..<next].firstIndex(where: { $0.kind == .begin }) else {
                return (off, next)
            }
            index = resumed
        }
        return nil
    }

    /// The first call that finds a deadline processed. "Calls come before deadlines", but an advance processes the deadlines
    /// at its own instant too.
    private func firstCall(_ calls: [Call], after deadline: Int, setBy index: Int) -> Int {
        let later = calls.indices[(index + 1)...]
        return later.first { calls[$0].time >= deadline + (calls[$0].kind == .advance ? 0 : 1) } ?? calls.count
    }
}

import HUDCore

/// The timing contract, implemented a second time and differently: with intervals instead of phases.
///
/// It looks at the whole list of calls at once and asks three questions. Which requests were there, and when did each
/// end? When was the HUD on screen for them? Which events follow? The model does not step from state to state,
/// and time is a plain integer, so it is unlikely to repeat a mistake of the machine.
struct IntervalModel {
    var grace: Int
    var minimumShow: Int
    var animation: Int

    /// A call of the contract, or one of two that only advance the time.
    struct Call: Equatable {
        enum Kind: Equatable {
            case show
            case hide
            case hideAfter(Int)
            /// The clock is advanced to this time: deadlines at it are processed now, before later calls of the same
            /// instant.
            case advance
            /// As `advance`; then a frame is presented.
            case presented
        }

        var kind: Kind
        var time: Int
        var isAnimated = true
    }

    struct Event: Equatable {
        var kind: HUDEvent.Kind
        var time: Int
    }

    /// A position in the order of events.
    ///
    /// "Calls come before deadlines. Among deadlines: a delayed hide first, then a grace time's end, then a minimum
    /// show time's or an animation's end. Advancing the clock to t carries out what falls due at t too."
    struct Moment: Comparable {
        enum Place: Int {
            case call, delayedHide, graceEnd, lastDeadline, callAfterAdvance
        }

        var rank: Int
        static let never = Moment(rank: .max)
        private static let callsAtMost = 1 << 12

        init(rank: Int) {
            self.rank = rank
        }

        init(_ time: Int, _ place: Place, call index: Int = 0) {
            rank = (time * 5 + place.rawValue) * Self.callsAtMost + index
        }

        var time: Int { rank / (5 * Self.callsAtMost) }

        static func < (lhs: Moment, rhs: Moment) -> Bool { lhs.rank < rhs.rank }
    }

    /// A show, or a hide that is processed: the only calls that decide anything.
    struct Word {
        var isShow: Bool
        var moment: Moment
        var isAnimated: Bool
    }

    /// From the show that asks for the HUD to the hide that takes it back.
    struct Request {
        var asked: Moment
        /// The latest show in it.
        var renewed: Moment
        var takenBack = Moment.never
    }

    /// From an appearance to the next time the HUD is hidden, or turns back.
    struct Showing {
        var appear: Moment
        var going = Moment.never
        /// Never, if it turned back and the next showing takes over.
        var gone = Moment.never
    }

    // Computed from the calls given last, and valid if no more follow.
    private(set) var events: [Event] = []
    private(set) var showings: [Showing] = []
    private(set) var requests: [Request] = []
    /// The deadline of the last delayed hide, if it is after the last call.
    private(set) var pendingHide = Moment.never
    private var words: [Word] = []
    private var presentations: [Moment] = []
    private var moments: [Moment] = []
    /// When requests that never led to an appearance were taken back, while nothing was on the screen.
    private var unshown: [Moment] = []

    init(grace: Int, minimumShow: Int, animation: Int) {
        self.grace = max(0, grace)
        self.minimumShow = max(0, minimumShow)
        self.animation = max(0, animation)
    }
}

// MARK: - From calls to intervals

extension IntervalModel {
    /// Computes everything from a complete list of calls with non-decreasing times.
    mutating func consider(_ calls: [Call]) {
        placeInOrder(calls)
        findWords(calls)
        findRequests()
        findShowings()
        findEvents()
    }

    private mutating func placeInOrder(_ calls: [Call]) {
        moments.removeAll(keepingCapacity: true)
        presentations.removeAll(keepingCapacity: true)
        var advanced = -1
        for (index, call) in calls.enumerated() {
            if call.kind == .advance || call.kind == .presented { advanced = call.time }
            let moment = Moment(call.time, advanced == call.time ? .callAfterAdvance : .call, call: index)
            moments.append(moment)
            if call.kind == .presented { presentations.append(moment) }
        }
    }

    /// "Hide after D is carried out as a hide at t + D, and replaces a delayed hide asked for before. D ≤ 0 is a plain
    /// hide." It "counts in waiting and visible, and in hiding where a show is in its grace time", that is while a
    /// request stands.
    private mutating func findWords(_ calls: [Call]) {
        words.removeAll(keepingCapacity: true)
        pendingHide = .never
        var stands = false
        for (index, call) in calls.enumerated() {
            switch call.kind {
            case .advance, .presented:
                continue
            case .show:
                words.append(Word(isShow: true, moment: moments[index], isAnimated: call.isAnimated))
                stands = true
            case .hideAfter(let delay) where delay > 0:
                guard stands else { continue }
                // The next call cancels or replaces it, unless it has been processed by then.
                let due = Moment(call.time + delay, .delayedHide)
                let next = calls.indices.first { later in
                    later > index && calls[later].kind != .advance && calls[later].kind != .presented
                }
                if let next, moments[next] < due { continue }
                words.append(Word(isShow: false, moment: due, isAnimated: call.isAnimated))
                stands = false
                if let last = moments.last, last < due { pendingHide = due }
            case .hide, .hideAfter:
                words.append(Word(isShow: false, moment: moments[index], isAnimated: call.isAnimated))
                stands = false
            }
        }
    }

    private mutating func findRequests() {
        requests.removeAll(keepingCapacity: true)
        var stands = false
        for word in words {
            if word.isShow {
                if stands {
                    requests[requests.count - 1].renewed = word.moment
                } else {
                    requests.append(Request(asked: word.moment, renewed: word.moment))
                }
            } else if stands {
                requests[requests.count - 1].takenBack = word.moment
            }
            stands = word.isShow
        }
    }

    private mutating func findShowings() {
        showings.removeAll(keepingCapacity: true)
        unshown.removeAll(keepingCapacity: true)
        for request in requests {
            // Asked for before the HUD began to disappear: the same showing continues. The HUD stays visible, the minimum show
            // time starts again, and there is no event.
            if let last = showings.last, request.asked < last.going {
                showings[showings.count - 1] = showing(from: last.appear, for: request)
                continue
            }
            // "Waiting until t + G; with G = 0 it appears at once." The first show of the request counts: "the first
            // deadline stands".
            let appear = grace == 0 ? request.asked : Moment(request.asked.time + grace, .graceEnd)
            guard appear < request.takenBack else {
                // "Hidden, with shown false"; but one "that was forgotten while hiding adds none".
                if showings.last.map({ $0.gone < request.takenBack }) ?? true { unshown.append(request.takenBack) }
                continue
            }
            // "Turning back, if it is still hiding then."
            if let last = showings.last, appear < last.gone { showings[showings.count - 1].gone = .never }
            showings.append(showing(from: appear, for: request))
        }
    }

    private func showing(from appear: Moment, for request: Request) -> Showing {
        let going = going(appear: appear, request: request)
        return Showing(appear: appear, going: going, gone: gone(going: going))
    }

    /// "Lingering until T + M where that lies ahead; else it disappears." T is the latest of the appearance, the last
    /// show and "the first frame really presented".
    private func going(appear: Moment, request: Request) -> Moment {
        guard request.takenBack != .never else { return .never }
        let since = max(appear.time, request.renewed.time)
        let going = going(since: since, request)
        guard let first = presentations.first(where: { appear < $0 }), first < going else { return going }
        return self.going(since: max(since, first.time), request)
    }

    private func going(since: Int, _ request: Request) -> Moment {
        let earliest = since + minimumShow
        return earliest > request.takenBack.time ? Moment(earliest, .lastDeadline) : request.takenBack
    }

    /// "Without animation, or with A = 0, disappear and hidden come at the same instant." While it goes, "a hide
    /// without animation ends it at once".
    private func gone(going: Moment) -> Moment {
        guard going != .never, animation > 0, isAnimated(at: going) else { return going }
        let end = Moment(going.time + animation, .lastDeadline)
        let cut = words.first { !$0.isShow && !$0.isAnimated && going < $0.moment && $0.moment < end }
        return cut?.moment ?? end
    }

    /// "Each show and hide says whether it is animated; the latest word counts when the HUD next appears or
    /// disappears."
    private func isAnimated(at moment: Moment) -> Bool {
        words.last { $0.moment <= moment }?.isAnimated ?? true
    }
}

// MARK: - From intervals to what can be seen

extension IntervalModel {
    private mutating func findEvents() {
        events.removeAll(keepingCapacity: true)
        var left = unshown[...]
        for showing in showings {
            while let first = left.first, first < showing.appear {
                left.removeFirst()
                events.append(Event(kind: .hidden(shown: false), time: first.time))
            }
            events.append(Event(kind: .appear(animated: isAnimated(at: showing.appear)), time: showing.appear.time))
            guard showing.going != .never else { continue }
            let isAnimated = isAnimated(at: showing.going)
            events.append(Event(kind: .disappear(animated: isAnimated), time: showing.going.time))
            guard showing.gone != .never else { continue }
            events.append(Event(kind: .hidden(shown: true), time: showing.gone.time))
        }
        for moment in left {
            events.append(Event(kind: .hidden(shown: false), time: moment.time))
        }
    }

    /// The position of the last call: everything up to it has happened, and everything later is a prediction.
    var now: Moment { moments.last ?? Moment(rank: -1) }

    private func showing(at moment: Moment) -> Showing? {
        showings.last { $0.appear <= moment }.flatMap { moment < $0.gone ? $0 : nil }
    }

    /// Whether the HUD is on screen right after the last call.
    var isOnScreen: Bool { showing(at: now) != nil }

    /// The contract's name for where the HUD is right after the last call.
    var phase: HUDPhase {
        let now = now
        let isRequested = requests.last { $0.asked <= now }.map { now < $0.takenBack } ?? false
        guard let showing = showing(at: now) else { return isRequested ? .waiting : .hidden }
        if showing.going <= now { return .hiding }
        return isRequested ? .visible : .lingering
    }

    /// When something happens next if no call follows: an event, or a delayed hide that is processed.
    var nextDeadline: Int? {
        let now = now
        var next = pendingHide
        for showing in showings {
            for moment in [showing.appear, showing.going, showing.gone] where now < moment { next = min(next, moment) }
        }
        return next == .never ? nil : next.time
    }
}

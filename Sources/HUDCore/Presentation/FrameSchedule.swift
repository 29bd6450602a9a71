/// Which frames of a HUD are drawn: those of the grid, except while the renderer is at work, or needs none until something changes.
struct FrameSchedule {
    /// The rate of a HUD whose program has set none.
    static let usualRate = 30

    private(set) var framesPerSecond: Int
    /// The grid, while the HUD is on screen.
    private var pacer: FramePacer?
    /// The number of appearances.
    private var appearance = 0
    /// The appearance of the frame that was handed out and has not been drawn. There is one at a time, so that a slow terminal does not pile
    /// them up.
    private var underWay: Int?
    /// Whether something has changed that this frame does not show.
    private var isOutdated = false
    /// Whether nothing was called or set since the last frame was taken, so that the next one differs in its times, and in what is sampled.
    private(set) var isUnchanged = false
    /// The renderer needs no frame before this instant. If it needs every frame, this is an instant in the past.
    private var restEnd = HUDInstant.distantPast
    /// Whether frames are being left out that a change would bring back.
    private(set) var isResting = false

    init(framesPerSecond: Int) {
        self.framesPerSecond = FramePacer.clamped(framesPerSecond)
    }

    /// Whether the HUD is on screen.
    var isOn: Bool { pacer != nil }

    /// Whether a frame of this appearance has been handed out and has not been drawn.
    var isDrawing: Bool { underWay == appearance }

    /// The time of the next needed frame; nil if none is needed until something changes.
    var next: HUDInstant? { restEnd < .distantFuture ? pacer?.nextDeadline(from: restEnd) : nil }

    /// The HUD appears, or again before it was removed.
    mutating func begin(at time: HUDInstant) {
        if pacer == nil { pacer = FramePacer(origin: time, framesPerSecond: framesPerSecond) }
        appearance += 1
    }

    mutating func end() { pacer = nil }

    /// Hands out the frame that is due at `now`. One that falls due while another is under way is left out.
    mutating func take(at now: HUDInstant) -> FramePacer.Frame? {
        guard let due = next, due <= now, let frame = pacer?.frame(at: now), underWay == nil else { return nil }
        underWay = appearance
        (isOutdated, isUnchanged, isResting) = (false, false, false)
        return frame
    }

    /// Marks the screen as out of date from `time` on: the next frame is needed.
    mutating func need(at time: HUDInstant) {
        restEnd = min(restEnd, time)
        isResting = false
        outdate()
    }

    /// Marks the frame that is being drawn, if there is one, as out of date.
    mutating func outdate() { (isOutdated, isUnchanged) = (true, false) }

    /// Takes back the last frame, which was drawn and stays the same until `end`, unless it is `moving`.
    ///
    /// - Returns: Whether it was one of this appearance. Another one does not count.
    mutating func presented(goodUntil end: HUDInstant, moving: Bool) -> Bool {
        let isCurrent = isDrawing
        underWay = nil
        guard isCurrent else { return false }
        isUnchanged = !isOutdated && !moving
        if isUnchanged, let pacer, end > pacer.nextDeadline { (restEnd, isResting) = (end, true) }
        return true
    }

    /// Takes back the last frame, which is not drawn, because a newer action follows.
    mutating func drop() { underWay = nil }

    mutating func setFramesPerSecond(_ rate: Int, at now: HUDInstant) {
        let rate = FramePacer.clamped(rate)
        guard rate != framesPerSecond else { return }
        framesPerSecond = rate
        // Frames that were left out are in the past, too.
        pacer?.skipFrames(before: min(restEnd, now))
        pacer = pacer?.changed(toFramesPerSecond: rate)
    }
}

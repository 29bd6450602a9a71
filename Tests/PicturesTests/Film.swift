import HUDCore
import HUDTesting

/// What a terminal shows at one time.
struct Screen: Equatable {
    var rows: [[InMemoryTerminal.Cell]]

    init(_ terminal: InMemoryTerminal) {
        rows = (0..<terminal.rows).map { row in
            (0..<terminal.columns).map { terminal.cell(row: row, column: $0) }
        }
    }
}

/// What a terminal shows, from the first time to the last; a still picture if there is one frame.
struct Film {
    var frames: [(time: Duration, screen: Screen)] = []
    /// When it begins again.
    var length = Duration.zero
    /// The frame for those who want no motion.
    var poster = Duration.zero

    var columns: Int { frames[0].screen.rows[0].count }
    var rows: Int { frames[0].screen.rows.count }

    init(_ still: Screen) { frames = [(.zero, still)] }

    init() {}

    /// Adds a frame, unless it is like the last one.
    mutating func add(_ screen: Screen, at time: Duration) {
        if frames.last?.screen == screen { return }
        if frames.last?.time == time { frames.removeLast() }
        frames.append((time, screen))
    }
}

/// A terminal in memory that is filmed while its clock moves.
final class Camera {
    let terminal: TestTerminal
    private(set) var film = Film()
    /// What is seen instead of the terminal's own screen.
    var inFront: () -> Screen? = { nil }

    init(columns: Int, rows: Int) {
        terminal = TestTerminal(columns: columns, rows: rows)
        shoot()
    }

    /// No change is missed that lasts for this long.
    private static let step = Duration.milliseconds(10)

    var now: Duration { HUDInstant.zero.duration(to: terminal.clock.now) }

    func advance(to time: Duration) {
        while now < time {
            terminal.clock.advance(by: min(Self.step, time - now))
            shoot()
        }
    }

    func advance(by time: Duration) { advance(to: now + time) }

    func print(_ text: String, terminator: String = "\n") {
        terminal.print(text, terminator: terminator)
        shoot()
    }

    func shoot() { film.add(inFront() ?? Screen(terminal.screen), at: now) }

    /// The film, whose last frame stays for a while.
    func end(poster: Duration) -> Film {
        film.length = now + .seconds(4)
        film.poster = poster
        return film
    }
}

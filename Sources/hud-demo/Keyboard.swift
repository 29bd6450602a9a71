import CNcurses

/// The terminal's keyboard, key by key and without echo, from its making until it is given back.
struct Keyboard: ~Copyable {
    /// What a key is taken for.
    enum Key: Equatable {
        /// Enter or space.
        case next
        /// `q` or Esc.
        case quit
        case other
    }

    /// Where keys come from; -1 where there are none to come, which poll(2) takes no notice of.
    private(set) var descriptor: Int32
    private let before: termios
    private var isTaken = false

    /// The keyboard on `descriptor`. There are no keys where that is no terminal, or somebody else's now.
    init(_ descriptor: Int32) {
        var settings = termios()
        let isOurs = isatty(descriptor) == 1 && hud_is_foreground(descriptor) != 0 && tcgetattr(descriptor, &settings) == 0
        self.descriptor = isOurs ? descriptor : -1
        before = settings
        take()
    }

    deinit {
        if isTaken { Self.set(before, on: descriptor) }
    }

    /// Keys come one by one. ^C and ^Z go on to be signals.
    mutating func take() {
        guard descriptor >= 0 else { return }
        hud_take_keyboard(descriptor, 1)
        isTaken = true
    }

    /// Lines come whole again, and are echoed.
    mutating func giveBack() {
        if isTaken { Self.set(before, on: descriptor) }
        isTaken = false
    }

    /// What has been typed.
    mutating func keys() -> [Key] {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        guard count > 0 else {
            giveBack()
            descriptor = -1
            return []
        }
        // A key such as an arrow is several bytes that begin with Esc.
        if bytes[0] == 0x1B, count > 1 { return [.other] }
        return bytes[..<count].map { byte in
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: " "): .next
            case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x1B: .quit
            default: .other
            }
        }
    }

    private static func set(_ settings: termios, on descriptor: Int32) {
        // In the background it would stop us.
        guard hud_is_foreground(descriptor) != 0 else { return }
        var settings = settings
        _ = tcsetattr(descriptor, TCSADRAIN, &settings)
    }
}

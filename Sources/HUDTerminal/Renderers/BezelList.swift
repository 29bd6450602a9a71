/// What a bezel keeps for a list of rows: the lines of the last frame, keys that were typed, and the last message.
struct BezelList: Sendable {
    /// How long a message is in the last row.
    static let noticeTime = Duration.seconds(5)

    /// What the keys do.
    var hints: [String] = []
    private var lines = LineCache()
    private var reader = KeyReader()
    private var moves: [RowMove] = []
    private var keys: [Character] = []
    /// The last line that was logged, and when it was first drawn.
    private var notice = (text: "", since: HUDInstant?.none)

    mutating func frame(for snapshot: HUDSnapshot, _ look: InlineLook, _ size: WindowSize, isUTF8: Bool) -> BezelFrame {
        let since = notice.since ?? snapshot.timestamp
        notice.since = since
        if since.duration(to: snapshot.timestamp) >= Self.noticeTime { notice.text = "" }
        let view = ListView(
            columns: size.columns, rows: size.rows, isUTF8: isUTF8, look: look, hints: hints, notice: notice.text)
        return view.frame(for: snapshot, with: &lines)
    }

    /// Shows a message: what is printed now is behind the list.
    mutating func note(_ text: String) {
        let lines = PlainView(isUTF8: true).lines(of: text).flatMap { $0.split(whereSeparator: \.isNewline) }
        notice = (lines.last.map { String($0.prefix(BezelView.mostCharacters)) } ?? "", nil)
    }

    /// Takes bytes that were typed.
    ///
    /// - Returns: Whether they press the button: `q` or Esc.
    mutating func take(_ bytes: [UInt8], hasButton: Bool) -> Bool {
        if bytes == [0x1B], hasButton { return true }
        var isPressed = false
        for key in reader.take(bytes) {
            if let move = RowMove(key) {
                moves.append(move)
            } else if key == .byte(UInt8(ascii: "q")), hasButton {
                isPressed = true
            } else if let character = key.character {
                keys.append(Character(character))
            }
        }
        return isPressed
    }

    mutating func takeMoves() -> [RowMove] {
        defer { moves = [] }
        return moves
    }

    mutating func takeKeys() -> [Character] {
        defer { keys = [] }
        return keys
    }

    /// Forgets the HUD that was shown.
    mutating func reset() {
        let hints = hints
        self = BezelList()
        self.hints = hints
    }
}

extension RowMove {
    /// What a key does in a list; nil for one that sends a character.
    package init?(_ key: KeyReader.Key) {
        switch key {
        case .up: self = .rows(-1)
        case .down: self = .rows(1)
        case .left: self = .fold
        case .right: self = .unfold
        case .pageUp: self = .pages(-1)
        case .pageDown: self = .pages(1)
        case .home: self = .toStart
        case .end: self = .toEnd
        case .byte, .character: return nil
        }
    }
}

/// Spinners as text: a name, the milliseconds of a frame, and the frames in braces.
///
///     line2 100 {⠂-–—–-} ascii {.-=-}
///     pulse 140 {⠀⠀;⠰⠆;⢾⡷} ascii {.o} every 250 reduced {⠰⠆;⢾⡷} asciiReduced {.o}
///
/// In a list without semicolons each character is a frame. `every` is the number of milliseconds of an ASCII frame.
struct SpinnerTable {
    /// The spinners of a table, in its order. A word that is not understood begins a spinner.
    @inline(never)
    static func spinners(in text: String) -> [Spinner] {
        var table = SpinnerTable()
        for scalar in text.unicodeScalars { table.read(scalar) }
        table.endWord()
        table.endRow()
        return table.spinners
    }

    private var spinners: [Spinner] = []
    private var row = Row()
    /// What the next list or number is for.
    private var field = Field.frames
    /// The word or frame that is being read.
    private var text = ""
    private var isInList = false
    /// The frames of the list before the current one.
    private var list: [String] = []

    private enum Field: String {
        case frames
        case ascii
        case every
        case reduced
        case asciiReduced
    }

    private struct Row {
        var name = ""
        var interval: Duration?
        var every: Duration?
        var frames: [String] = []
        var ascii: [String]?
        var reduced: [String]?
        var asciiReduced: [String]?
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "{" where !isInList: isInList = true
        case " " where !isInList, "\n" where !isInList: endWord()
        case ";" where isInList:
            list.append(text)
            text = ""
        case "}" where isInList:
            // Without a semicolon each character is a frame.
            endList(list.isEmpty ? text.map { String($0) } : list + [text])
        default: text.unicodeScalars.append(scalar)
        }
    }

    private mutating func endList(_ frames: [String]) {
        switch field {
        case .frames, .every: row.frames = frames
        case .ascii: row.ascii = frames
        case .reduced: row.reduced = frames
        case .asciiReduced: row.asciiReduced = frames
        }
        list = []
        isInList = false
        text = ""
    }

    private mutating func endWord() {
        guard !text.isEmpty else { return }
        if let milliseconds = Int(text) {
            if field == .every { row.every = .milliseconds(milliseconds) } else { row.interval = .milliseconds(milliseconds) }
        } else if let field = Field(rawValue: text) {
            self.field = field
        } else {
            endRow()
            row.name = text
        }
        text = ""
    }

    private mutating func endRow() {
        defer { (row, field) = (Row(), .frames) }
        guard let interval = row.interval else { return }
        spinners.append(
            Spinner(
                name: row.name, interval: interval, frames: row.frames, asciiInterval: row.every, asciiFrames: row.ascii,
                reducedFrames: row.reduced, asciiReducedFrames: row.asciiReduced))
    }
}

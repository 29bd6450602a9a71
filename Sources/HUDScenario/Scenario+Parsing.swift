import HUDCore

extension Scenario {
    /// Parses a scenario.
    ///
    /// Each line holds one setting or one call; `#` starts a comment. Settings come before calls, and calls are in order of time.
    ///
    /// | line | what it sets or calls |
    /// | --- | --- |
    /// | `indicator hud`, `indicator activity` | ``indicator-swift.property`` |
    /// | `grace T`, `min-show T`, `animation T`, `fps N` | the HUD's timing; `fps` needs an `end` line |
    /// | `activation T`, `completion T` | the activity indicator's timing |
    /// | `at T show [instant]`, `at T hide [instant] [after T]`, `at T progress X` | a call on a HUD |
    /// | `at T begin`, `at T end` | a call on an activity indicator |
    /// | `end T` | ``end`` |
    ///
    /// - Parameter bytes: UTF-8 text. A byte order mark at the start is skipped.
    /// - Throws: ``ScenarioError`` for the first line that can't be parsed.
    init(parsing bytes: some Sequence<UInt8>) throws(ScenarioError) {
        self.init()
        var reader = ScenarioReader(bytes)
        while let word = try reader.nextLine() {
            switch word {
            case "at": try readCall(&reader)
            case "end": try readEnd(&reader)
            default: try readSetting(word, &reader)
            }
        }
        if let line = reader.settings["fps"], end == nil {
            throw ScenarioError(line: line, message: "'fps' needs an 'end T' line, or its frames would never end")
        }
    }

    // MARK: Settings

    private mutating func readSetting(_ name: Substring, _ reader: inout ScenarioReader) throws(ScenarioError) {
        let isKnown = ["indicator", "grace", "min-show", "animation", "fps", "activation", "completion"].contains(name)
        guard isKnown else {
            throw reader.error("unknown word \(ScenarioReader.quoted(name)): expected a setting, 'at T ...' or 'end T'")
        }
        guard calls.isEmpty else { throw reader.error("the setting '\(name)' comes after a call: settings come first") }
        try reader.note(name)
        switch name {
        case "indicator": indicator = try Self.indicator(&reader)
        case "grace": graceTime = try reader.duration("grace")
        case "min-show": minimumShowTime = try reader.duration("min-show")
        case "animation": animationDuration = try reader.duration("animation")
        case "fps": framesPerSecond = try reader.number("fps", in: DisplayLink.rates)
        case "activation": activationDelay = try reader.duration("activation")
        default: completionDelay = try reader.duration("completion")
        }
    }

    private static func indicator(_ reader: inout ScenarioReader) throws(ScenarioError) -> Indicator {
        switch reader.word() {
        case "hud": return .hud
        case "activity": return .activity
        case let word?:
            throw reader.error(
                "unknown indicator \(ScenarioReader.quoted(word)): expected hud or activity, or group in the first line")
        case nil: throw reader.error("'indicator' needs a name: hud or activity, or group in the first line")
        }
    }

    private mutating func readEnd(_ reader: inout ScenarioReader) throws(ScenarioError) {
        try reader.note("end")
        let time = HUDInstant(offset: try reader.duration("end"))
        if let last = calls.last, time < last.time {
            throw reader.error("time goes back: the end at \(time) comes after a call at \(last.time)")
        }
        end = time
    }

    // MARK: Calls

    private mutating func readCall(_ reader: inout ScenarioReader) throws(ScenarioError) {
        let time = HUDInstant(offset: try reader.duration("at"))
        if let last = calls.last, time < last.time {
            throw reader.error("time goes back: a call at \(time) comes after one at \(last.time)")
        }
        if let end, time > end { throw reader.error("a call at \(time) comes after the end at \(end)") }
        guard let name = reader.word() else { throw reader.error("'at \(time)' needs a call: \(callNames)") }
        calls.append(Call(time: time, action: try action(name, &reader)))
    }

    private var callNames: String {
        switch indicator {
        case .hud: "show, hide or progress"
        case .activity: "begin or end"
        }
    }

    private func action(_ name: Substring, _ reader: inout ScenarioReader) throws(ScenarioError) -> Action {
        switch (indicator, name) {
        case (.activity, "begin"): return .begin
        case (.activity, "end"): return .end
        case (.hud, "show"): return .show(animated: !reader.take("instant"))
        case (.hud, "progress"): return .progress(try Self.progress(&reader))
        case (.hud, "hide"):
            let animated = !reader.take("instant")
            return reader.take("after")
                ? .hideAfter(try reader.duration("after"), animated: animated) : .hide(animated: animated)
        case (.activity, "show"), (.activity, "hide"), (.activity, "progress"):
            throw reader.error("'\(name)' is a call of the hud indicator: expected \(callNames)")
        case (.hud, "begin"), (.hud, "end"):
            throw reader.error("'\(name)' is a call of the activity indicator: expected \(callNames)")
        default:
            throw reader.error("unknown call \(ScenarioReader.quoted(name)): expected \(callNames)")
        }
    }

    private static func progress(_ reader: inout ScenarioReader) throws(ScenarioError) -> Double {
        guard let word = reader.word() else { throw reader.error("'progress' needs a number, clamped to 0 to 1") }
        let digits = word.unicodeScalars.first == "-" ? word.dropFirst() : word
        let isDecimal = digits.unicodeScalars.allSatisfy { "0"..."9" ~= $0 || $0 == "." } && digits.unicodeScalars.last != "."
        guard isDecimal, let value = Double(word) else {
            throw reader.error("bad progress \(ScenarioReader.quoted(word)): expected a decimal number, clamped to 0 to 1")
        }
        return value
    }
}

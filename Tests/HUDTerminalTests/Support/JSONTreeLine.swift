/// A line of a stream, by a strict reader of JSON.
struct JSONTreeLine {
    var event = ""
    private var members: [String: StrictJSON.Value] = [:]

    init?(_ text: String) {
        guard let list = StrictJSON.members(of: text) else { return nil }
        members = Dictionary(uniqueKeysWithValues: list.map { ($0.name, $0.value) })
        if case .string(let event)? = members["event"] { self.event = event }
    }

    func text(_ name: String) -> String? { if case .string(let text)? = members[name] { text } else { nil } }
    func number(_ name: String) -> Double? { if case .number(let text)? = members[name] { Double(text) } else { nil } }
    func integer(_ name: String) -> Int? { if case .number(let text)? = members[name] { Int(text) } else { nil } }
    func object(_ name: String) -> [String: Int] {
        guard case .object(let object)? = members[name] else { return [:] }
        return object.mapValues { if case .number(let text) = $0 { Int(text) ?? -1 } else { -1 } }
    }
}

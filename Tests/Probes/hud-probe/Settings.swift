import HUDCore

/// The words of the command line: `name=value`, each at most once.
struct Settings {
    private var values: [String: String] = [:]

    init(words: [String]) {
        for word in words {
            let name = word.prefix { $0 != "=" }
            values[String(name)] = String(word.dropFirst(name.count + 1))
        }
    }

    subscript(name: String) -> String? { values[name] }

    func text(_ name: String) -> String { values[name] ?? "" }
    func number(_ name: String) -> Int? { values[name].flatMap { Int($0) } }
    func fraction(_ name: String) -> Double? { values[name].flatMap { Double($0) } }
    func seconds(_ name: String) -> Duration? { fraction(name).map { .milliseconds(Int($0 * 1000)) } }
    func isSet(_ name: String) -> Bool { values[name] != nil }

    var mode: HUDMode {
        let modes = ["determinate": HUDMode.determinate, "bar": .bar, "annular": .annular, "custom": .custom, "text": .text]
        return modes[text("mode")] ?? .indeterminate
    }
}

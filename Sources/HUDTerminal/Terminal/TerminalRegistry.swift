/// The objects that programs use now, each for one terminal. They are kept alive by their users alone.
///
/// A list, because there are few terminals, and compiling a dictionary for each kind of object takes longer.
struct TerminalRegistry<Object: AnyObject> {
    private struct Entry {
        let terminal: TerminalIdentity
        weak var object: Object?
    }

    private var entries: [Entry] = []

    /// The terminal's object, or a new one.
    mutating func object(for terminal: TerminalIdentity, orNew make: () -> Object) -> Object {
        entries.removeAll { $0.object == nil }
        for entry in entries where entry.terminal == terminal {
            if let object = entry.object { return object }
        }
        let object = make()
        entries.append(Entry(terminal: terminal, object: object))
        return object
    }
}

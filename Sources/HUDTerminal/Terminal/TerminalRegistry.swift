/// The objects that programs use now, each for one terminal. They are kept alive by their users alone.
///
/// A list, because there are few terminals, and of any objects, because a dictionary and a list for each kind of object are types that are made at run time.
struct TerminalRegistry {
    private struct Entry {
        let terminal: TerminalIdentity
        weak var object: AnyObject?
    }

    private var entries: [Entry] = []

    /// The terminal's object, or a new one.
    mutating func object<Object: AnyObject>(for terminal: TerminalIdentity, orNew make: () -> Object) -> Object {
        entries.removeAll { $0.object == nil }
        for entry in entries where entry.terminal == terminal {
            if let object = entry.object as? Object { return object }
        }
        let object = make()
        entries.append(Entry(terminal: terminal, object: object))
        return object
    }
}

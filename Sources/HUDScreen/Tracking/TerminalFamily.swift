/// Terminals that read some bytes in another way than all others.
package enum TerminalFamily: Sendable {
    case other
    /// Linux's console: it has two commands without an end, and until version 6.16 all characters but the wide ones of CJK take one column.
    case linux
    /// screen and tmux: `ESC k` begins the title of a window.
    case screen

    /// The family of a terminal by its name in `TERM`.
    package init(named name: String?) {
        let kind = name?.prefix { $0 != "-" && $0 != "." }
        self =
            switch kind {
            case "linux": .linux
            case "screen", "tmux": .screen
            default: .other
            }
    }
}

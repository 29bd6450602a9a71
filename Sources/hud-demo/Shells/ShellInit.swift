/// `hud-demo shell-init`: the function `hud`, a key, and notifications for an interactive shell.
enum ShellInit {
    /// Programs for which a user sits in front of the screen, and that need no notification.
    static let ignored = [
        "vim vi nvim view vimdiff emacs nano pico micro joe mc ranger nnn less more most man info top htop btop iotop watch",
        "ssh mosh telnet screen tmux zellij fzf tig lazygit gdb lldb su fg"
    ].joined(separator: " ")
}

extension Shell {
    /// The script for `eval`.
    var integration: String {
        switch self {
        case .bash: BashInit.script
        case .zsh: ZshInit.script
        case .fish: FishInit.script
        }
    }
}

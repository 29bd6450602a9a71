import HUDJob

/// A shell for which there are scripts.
enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish

    /// The completion script.
    var completions: String {
        switch self {
        case .bash: BashCompletions.script
        case .zsh: ZshCompletions.script
        case .fish: FishCompletions.script
        }
    }

    /// The script of `hud-demo shell-init`: the function `hud`, a key, and notifications for an interactive shell.
    var integration: String {
        switch self {
        case .bash: BashInit.script
        case .zsh: ZshInit.script
        case .fish: FishInit.script
        }
    }

    /// Programs for which a user sits in front of the screen, and that need no notification.
    static let ignored = [
        "vim vi nvim view vimdiff emacs nano pico micro joe mc ranger nnn less more most man info top htop btop iotop watch",
        "ssh mosh telnet screen tmux zellij fzf tig lazygit gdb lldb su fg"
    ].joined(separator: " ")

    /// The shell that is the argument of a subcommand.
    fileprivate init(of arguments: Arguments) throws(UsageError) {
        let name = arguments.command.name
        let shells = Shell.allCases.map(\.rawValue).joined(separator: ", ")
        guard let word = try arguments.only() else { throw UsageError(message: "\(name) needs a shell: \(shells)") }
        guard let shell = Shell(rawValue: word.text) else {
            throw UsageError(message: "\(name) knows no shell \(ShellWord.quoted(word.text)), only \(shells)")
        }
        self = shell
    }

    fileprivate static let argument = Argument(name: "shell", completion: .words { allCases.map(\.rawValue) })
}

extension Command {
    static let completions = Command(
        name: "completions", summary: "print a completion script for a shell",
        usage: """
            Usage: hud-demo completions bash|zsh|fish

            Prints a completion script for hud-demo's options and their values. After '--'
            the script completes the command as the shell would without hud-demo.

              bash    source <(hud-demo completions bash)     in ~/.bashrc
              zsh     hud-demo completions zsh > _hud-demo    in a directory of $fpath
              fish    hud-demo completions fish | source      in config.fish

            'make install' puts the scripts where the shells look for them. With another
            PREFIX than /usr and /usr/local, zsh looks there only if ~/.zshrc says so:

              fpath=(PREFIX/share/zsh/site-functions $fpath)   before compinit
            """,
        notes: "Exit status: 0; 2 usage error.", words: Shell.argument,
        run: { StandardOutput.say(try Shell(of: $0).completions) })

    static let shellInit = Command(
        name: "shell-init", summary: "print a function, a key and notifications for a shell",
        usage: """
            Usage: hud-demo shell-init bash|zsh|fish

            Prints a script for an interactive shell:

              bash    eval "$(hud-demo shell-init bash)"     in ~/.bashrc
              zsh     eval "$(hud-demo shell-init zsh)"      in ~/.zshrc
              fish    hud-demo shell-init fish | source      in config.fish

              hud COMMAND ...      runs a command under a HUD; hud OPTIONS -- COMMAND ...
              Alt-J                runs the last command again, or the line that was typed,
                                   under a HUD; $HUD_KEY: another key, as bash's bind (\\ej),
                                   zsh's bindkey (^[j) and fish's bind have it; empty: none.
                                   The vi mode of bash and zsh has a key only if it is set
              $HUD_NOTIFY          if set: a desktop notification at the end of each command
                                   that took this many seconds, whether or not under a HUD
              $HUD_NOTIFY_IGNORE   programs without a notification, separated by spaces; by
                                   default the usual editors, pagers and remote shells

            Set the key before the script runs, the others at any time. Functions and
            aliases run in a child shell that gets the functions, variables and options of
            this one; what they set does not return. hud eval 'LINE' runs a line there,
            and hud command NAME a program that a function has the name of.
            """,
        notes: "Exit status: 0; 2 usage error.", words: Shell.argument,
        run: { StandardOutput.say(try Shell(of: $0).integration) })
}

import HUDLibc

/// The `--help` texts. Each of them fits an 80×24 screen.
enum Usage {
    static let wrap = """
        Usage: hud-demo [options] [-- command [argument ...]]
           hud-demo group|follow|simulate|gallery|spinners|completions|shell-init|notify

        Runs a command, or a demo, under a HUD that never flashes. Times S in seconds.

          -g, --grace S       how long the command runs before the HUD appears (0.5)
          -m, --min-show S    how long the HUD stays at least once it is shown (0.3)
          --hide-after S      how long the outcome stays (0); --leave nothing: no line
          -l, --label TEXT    the label (the command line); -d, --details TEXT: details
          --mode NAME         indeterminate, determinate, bar, annular, custom, text
          --style NAME        auto, inline, bezel, plain, json, off ($HUD_STYLE)
          --spinner NAME      the spinner; --spinner-file FILE: spinners of your own
          --theme NAME        terminal, dark, light, mono, neon, heat; --fps N (30)
          --color WHEN        auto, always, never; --ascii; --animation S: fade time (0)
          --output WHAT       show; last:N lines; failure: only if it fails; hide
          --progress WHAT     auto, match:REGEX; fd: lines to $HUD_PROGRESS_FD; none
                              (--output, auto, match: terminal only, no file or pipe)
          --gauge             no command: read progress lines from standard input
          --timeout S         SIGTERM after S, SIGKILL 5 s later; exit status 124
          --notify[=S]        desktop notification after S (30); --title: progress
          --no-history        no history of durations; $HUD_METER=1: the HUD's own cost

        Exit status: the command's, or its signal; 127 not found, 126 not executable,
        125 if hud-demo fails, 2 usage error.  hud-demo --grace 2 -l Make -- make -j8

        """

    static let group = """
        Usage: hud-demo group [options] -- command [argument|{}|{#} ...] ::: value ...
               hud-demo group [options] --file FILE | -     a job on each line, or stdin

        Runs a job for each value ({}; {#} is its number), or each line by sh -c. A line
        'name: command' names its job; -0, --null: jobs end with NUL. S is in seconds.

          -j, --jobs N        jobs at once; auto: one per processor; make: jobserver
          --output WHAT       failure: what failed jobs printed; group: each job's at
                              its end; keep-order: in order; prefix: named lines; hide
          --halt WHEN         on a failure: never; soon: start no more; now: end all
          --retries N         run a failed job again; --timeout S: end a job after S
          --joblog FILE       a line for each job; --resume: skip those that succeeded
          --results DIR       output in DIR/NAME/stdout and stderr; --trace FILE
          --drain S           wait S (1) without a byte for output that a job left open
          --progress WHAT     auto: read from the output; none; --no-history
          --jobserver WHAT    offer slots to jobs: auto (make, ninja, cargo), fifo, off
          --rows N            rows on screen; --row-grace S (0.5), --row-min-show S
          -g, -m, -l, -d, --hide-after, --style, --leave, --spinner, --spinner-file,
          --theme, --color, --ascii, --fps, --notify, --title    as for one job

        Keys: up and down select a row; Enter shows its output in $PAGER; c cancels it,
        r runs a failed job again, p pauses, continues; C, q cancel, P pauses all.
        Exit status: 0; that of the job if there is one; 124 if jobs failed by --timeout
        alone, 125 if output is lost, 2 usage error; otherwise 1.

        """

    static let follow = """
        Usage: hud-demo follow [options] [NAME=]FILE|-|'COMMAND' ...

        Shows jobs that run elsewhere, from their event streams: files that are being
        written, named pipes, standard input, or commands in quotes, such as
        'ssh host hud-demo --style json -- make'. A word with a blank is a command,
        unless there is a file of that name. Times S are in seconds.

          --format NAME       auto, hud (--style json), buildkit (BuildKit's rawjson),
                              swift-testing (the event stream of swift test)
          --reconnect         run a command that dies before its job has ended again
          --stale-after S     mark a stream that is silent for S (45, if it has a
                              heartbeat)
          --output WHAT       failure: the last lines of jobs that fail; prefix: all
                              lines, with the names of their jobs; hide
          --rows N            rows on screen; --row-grace S (0.5), --row-min-show S
          -g, --grace S       how long the HUD waits before it appears (0.5)
          -m, --min-show S    how long the HUD stays at least once it is shown (0.3)
          -l, -d, --hide-after, --style, --leave, --spinner, --spinner-file,
          --theme, --color, --ascii, --fps, --notify, --title    as for one job

        Exit status: 0 if all jobs succeeded; 1 if one failed, or if its stream ended
        before it did; 2 usage error; if a signal ended it, by the same signal.

        """

    static let gallery = """
        Usage: hud-demo gallery [NAME] [--list] [options]

        Shows the HUD as MBProgressHUD's demo app does: one entry after another with
        simulated work, or only the entry NAME. Enter continues with the next one; q or
        Esc ends. Without a terminal to draw on, describes the entries.

          --list              list the names and descriptions
          --style NAME        inline or bezel (bezel)
          --spinner NAME      the spinner; --spinner-file FILE: spinners of your own
          --theme NAME        terminal, dark, light, mono, neon, heat
          --color WHEN        auto, always, never; --ascii: only ASCII characters
          --fps N             frames per second, 1 to 240 (30)

        Exit status: 0; 2 usage error; if a signal ended it, by the same signal.

        """

    static let spinners = """
        Usage: hud-demo spinners [NAME ...] [--list] [options]

        Shows the spinners turning, all or the named ones, as many at a time as fit the
        window. A key or six seconds bring the next page; q or Esc ends.

        Off a terminal, or with --list, prints a line for each spinner: its name, the
        milliseconds per frame, and the frames, separated by tabs.

          --spinner-file FILE spinners of your own, listed before the built-in ones:
                              {"name": {"interval": 80, "frames": ["-", "+"]}}
          --theme NAME        terminal, dark, light, mono, neon, heat
          --color WHEN        auto, always, never; --ascii: only ASCII characters
          --fps N             frames per second, 1 to 240 (30)

        Exit status: 0; 2 usage error; if a signal ended it, by the same signal.

        """

    static let simulate = """
        Usage: hud-demo simulate FILE|- [--json]

        Plays a timing scenario on a manual clock, without waiting, and draws when the
        HUD would have been on screen. With --json, prints its events, one per line.

          grace 0.5        settings first: grace, min-show, animation (seconds),
          min-show 1       fps N (prints the frames; needs an 'end T' line)
          at 0 show        then calls, in order of time: show, show instant,
          at 0.7 hide      hide, hide instant, hide after S, progress P
          end 4            where to stop (default: when nothing is pending)

        With 'indicator activity' the settings are activation and completion, and the
        calls are begin and end. '#' starts a comment.

        With 'indicator group' it plays many jobs, and draws when each had a row:

          slots 4          settings first: slots (as -j), rows, row-grace,
          row-grace 0.5    row-min-show
          job a.c 2.5      then jobs, in the order of their starts
          job b.c 1 fails

        Exit status: 0; 2 if the scenario is invalid, in which case nothing is played.

        """

    static let completions = """
        Usage: hud-demo completions bash|zsh|fish

        Prints a completion script for hud-demo's options and their values. After '--'
        the script completes the command as the shell would without hud-demo.

          bash    source <(hud-demo completions bash)     in ~/.bashrc
          zsh     hud-demo completions zsh > _hud-demo    in a directory of $fpath
          fish    hud-demo completions fish | source      in config.fish

        'make install' puts the scripts where the shells look for them.

        Exit status: 0; 2 usage error.

        """

    static let shellInit = """
        Usage: hud-demo shell-init bash|zsh|fish

        Prints a script for an interactive shell:

          bash    eval "$(hud-demo shell-init bash)"     in ~/.bashrc
          zsh     eval "$(hud-demo shell-init zsh)"      in ~/.zshrc
          fish    hud-demo shell-init fish | source      in config.fish

          hud COMMAND ...      runs a command under a HUD; hud OPTIONS -- COMMAND ...
          Alt-J                runs the last command again, or the line that was typed,
                               under a HUD; $HUD_KEY: another key, as bash's bind (\\ej),
                               zsh's bindkey (^[j) and fish's bind have it; empty: none
          $HUD_NOTIFY          if set: a desktop notification at the end of each command
                               that took this many seconds, whether or not under a HUD
          $HUD_NOTIFY_IGNORE   programs without a notification, divided by spaces; by
                               default the usual editors, pagers and remote shells

        Set the key before the script runs, the others at any time. Aliases work after
        hud; functions and builtins of the shell do not, because hud-demo runs programs.

        Exit status: 0; 2 usage error.

        """

    static let notify = """
        Usage: hud-demo notify [options] TEXT ...

        Sends a desktop notification by what the terminal knows (OSC 99, 777 or 9), by
        notify-send or by the bell. Nothing is sent without a terminal, or with $CI set.

          --status STATUS     the exit status of a command that has ended; nothing is
                              sent if ^C has ended it or ^Z has stopped it
          --elapsed S         how long it took, in seconds

        Exit status: 0; 2 usage error.

        """
}

/// The texts of `--help`. Each fits an 80×24 screen.
enum Usage {
    static let wrap = """
        Usage: hud-demo [options] [-- command [argument ...]]
               hud-demo simulate FILE|- [--json]

        Runs a command with a progress HUD that never flashes: it shows only when the
        command runs longer than the grace time, and then stays for the minimum show
        time. Exits as the command does. Without a command, runs a built-in job.

          -g, --grace S       grace time: how long a command may run before the HUD
                              shows at all; decimal seconds (0.5)
          -m, --min-show S    minimum show time: how long it stays, once shown (0.3)
          -l, --label TEXT    what it says (the command line)
          -h, --help          this text; 'hud-demo simulate --help' for the other
          -V, --version       the version

        Exit status: the command's own; by the same signal if one ended it; 127 if it
        is not found, 126 if it can't be run, 125 if hud-demo fails, 2 for bad usage.

          hud-demo -- make -j8
          hud-demo --grace 2 --label 'Fetching' -- curl -sO https://example.org/big

        """

    static let simulate = """
        Usage: hud-demo simulate FILE|- [--json]

        Plays a timing scenario on a manual clock, without waiting, and draws when the
        HUD would have been on screen. With --json, prints its events, one a line.

          grace 0.5        settings first: grace, min-show, animation (seconds),
          min-show 1       fps N (prints the frames; needs an 'end T' line)
          at 0 show        then calls, in order of time: show, show instant,
          at 0.7 hide      hide, hide instant, hide after S, progress P
          end 4            where to stop (when nothing is pending)

        With 'indicator activity' the settings are activation and completion, and the
        calls are begin and end. '#' starts a comment.

        Exit status: 0; 2 where the scenario can't be read, and nothing is played then.

        """
}

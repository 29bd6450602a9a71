/// The texts of `--help`. Each fits an 80×24 screen.
enum Usage {
    static let wrap = """
        Usage: hud-demo [options] [-- command [argument ...]]
               hud-demo simulate|gallery|spinners [...]     each has its own --help

        Runs a command with a progress HUD that never flashes, and exits as it does.
        Without a command, runs a built-in job. Times S are seconds.

          -g, --grace S       how long a command may run without a HUD (0.5)
          -m, --min-show S    how long the HUD stays at least, once it shows (0.3)
          --hide-after S      how long the outcome stays (0); --animation S fades (0)
          --leave WHAT        then a summary of one line, or nothing (summary)
          -l, --label TEXT    what it says (the command line); -d, --details TEXT more
          --mode NAME         indeterminate, determinate, bar, annular, custom, text
          --style NAME        auto, inline, bezel, plain, json, off ($HUD_STYLE)
          --spinner NAME      what turns; --spinner-file FILE holds some of your own
          --theme NAME        terminal, dark, light, mono, neon, heat; --fps N (30)
          --color WHEN        auto, always, never; --ascii for plain characters
          --output WHAT       what it prints: show; last:N lines in the HUD; failure:
                              only if it fails; hide. Never touches files and pipes
          --timeout S         SIGTERM after S, SIGKILL 5 s later; exit status 124
          --no-history        neither use nor record how long it took the last times

        Exit status: the command's, or its signal; 127 not found, 126 not executable,
        125 if hud-demo fails, 2 bad usage.  hud-demo --grace 2 -l Make -- make -j8

        """

    static let gallery = """
        Usage: hud-demo gallery [NAME] [--list] [options]

        Shows the HUD as MBProgressHUD's demo app does, one entry after another with
        simulated work, or the one of that name. Enter goes on to the next, q or Esc
        to the end. Where nothing can be drawn, says what would be.

          --list              the names, and what they are
          --style NAME        inline or bezel (bezel)
          --spinner NAME      what turns; --spinner-file FILE holds some of your own
          --theme NAME        terminal, dark, light, mono, neon, heat
          --color WHEN        auto, always, never; --ascii for plain characters
          --fps N             frames a second, 1 to 240 (30)

        Exit status: 0; 2 for bad usage; by the same signal if one ended it.

        """

    static let spinners = """
        Usage: hud-demo spinners [NAME ...] [--list] [options]

        Shows the spinners turning, all or those named, as many at a time as fit the
        window. A key or six seconds bring the next page; q or Esc ends.

        Off a terminal, or with --list, prints a line for each: its name, how many
        milliseconds a frame stands, and the frames, with tabs between.

          --spinner-file FILE spinners of your own, and they come first:
                              {"name": {"interval": 80, "frames": ["-", "+"]}}
          --theme NAME        terminal, dark, light, mono, neon, heat
          --color WHEN        auto, always, never; --ascii for plain characters
          --fps N             frames a second, 1 to 240 (30)

        Exit status: 0; 2 for bad usage; by the same signal if one ended it.

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

import HUDCore
import HUDJob

extension Option {
    /// The options of one job.
    static let job = [
        Option(
            "mode", .choice("name", HUDMode.allCases.map { ($0.name, $0) }), "how progress is shown",
            manual: """
                How progress is shown:
                .Cm indeterminate
                (a spinner),
                .Cm determinate
                (a pie),
                .Cm bar ,
                .Cm annular
                (a ring),
                .Cm custom
                (a check mark)
                or
                .Cm text
                (the labels alone).
                The default is
                .Cm indeterminate
                until progress is known and
                .Cm bar
                from then on.
                """
        ) { $0.hud.mode = $1 },
        Option(
            "output", Parameter("what", .words { ["show", "last:", "failure", "hide"] }) { try $0.outputPolicy() },
            "what happens to the output of the command",
            usage: "show: above the HUD; last:N: N lines below it; failure: only if the command fails; hide: never",
            default: "show",
            manual: """
                What happens to the output that the command writes to the terminal.
                Output to a file or a pipe is never touched.
                On a terminal that is not the controlling terminal of
                .Nm ,
                as after
                .Xr setsid 1
                or in
                .Ql su -c ,
                the command gets none of its own: unless its output is shown, it is not run, and the status is 2.
                .Bl -tag -width failure
                .It Cm show
                The output scrolls above the HUD.
                .It Cm last : Ns Ar n
                The last
                .Ar n
                lines, 1 to 100, are shown under the HUD (with
                .Fl -style Cm bezel ,
                behind it).
                All of the output is printed if the command fails.
                .It Cm failure
                The output is printed only if the command fails.
                .It Cm hide
                The output is discarded.
                .El
                .Pp
                With
                .Cm last
                and
                .Cm failure
                the output is kept in a temporary file that has no name, not in memory.
                .Pp
                A question in output that is not shown is printed, with the lines that came with it, so that it can be answered: the end of the output while
                the command is silent and has turned off echo or line editing, waits for input in
                .Xr read 2
                on Linux, or has ended in an unfinished line such as
                .Ql "Continue? [Y/n]" .
                A complete line after which the command waits for input with echo on is a question only if it looks like one: it ends in a colon, a question mark,
                .Ql >
                or a choice such as
                .Ql "(yes or no)" ,
                or begins with
                .Ql Press
                or
                .Ql Hit .
                A full-screen program, such as a pager, is shown.
                The bezel steps aside for a question whether output is shown or not.
                """
        ) { $0.job.output = $1 },
        Option(
            "progress", Parameter("what", .words { ["auto", "match:", "fd", "none"] }) { try $0.progressPolicy() },
            "where progress comes from",
            usage:
                "auto: from the output; match:REGEX: from lines that match; fd: from lines that the command writes to "
                + "$HUD_PROGRESS_FD; none",
            default: "none",
            manual: """
                Where progress comes from.
                .Bl -tag -width match:regex
                .It Cm none
                Progress is not looked for.
                .It Cm auto
                Progress is recognized in the output that the command writes to the terminal: that of ninja, CMake, meson, cargo, rustup, SwiftPM, ghc, dune, Next.js,
                pytest, PHPUnit, minitest, cppcheck, Sphinx, apt, dnf, rsync, rclone, restic, curl, aria2, pip, conda, docker, vagrant, tqdm, Keras, 7z, xz, HandBrake
                and similar tools, and the control sequence OSC 9;4.
                A number counts once it has changed, because it could stand in a text or a table as well.
                What a full-screen program shows is not searched.
                If a part of the command removes the progress that it has reported by OSC 9;4, what was found before goes on with its next number.
                If it is complete and the command goes on without more of it for two seconds, as after a download, it gives way to what earlier runs say, or
                to a count without a total that the command writes.
                A command that writes progress lines, as with
                .Cm fd ,
                is believed instead until it writes
                .Ql end .
                Programs that use the library of
                .Nm
                do so by themselves, and draw no HUD of their own.
                zig and other programs that report by its progress protocol show the names of their steps as details, and a bar while their tree has a total.
                If zig itself runs
                .Nm ,
                the nodes of their tree are passed on to it, below a node for the command.
                So are the parts of the work of a program that uses the library of
                .Nm .
                For each of the two the command inherits a pipe as one more descriptor.
                A command that does not know them is not affected.
                .It Cm match : Ns Ar regex
                Progress is found in that output by a POSIX extended regular expression.
                One group is a percentage; two groups are the completed count and the total, as in
                .Ql match:([0-9]+)/([0-9]+) .
                A line is matched when it is complete, or when nothing has followed for 0.1 s.
                .It Cm fd
                The command writes lines to the descriptor whose number is in
                .Ev HUD_PROGRESS_FD ;
                see
                .Sx PROGRESS LINES .
                This works with and without a terminal.
                .El
                .Pp
                As soon as progress is known the HUD shows a bar, unless
                .Fl -mode
                is given.
                .Cm auto
                and
                .Cm match
                do not see output that goes to a file or a pipe.
                """
        ) { $0.job.progress = $1 },
        Option(
            "gauge", .flag, "read progress lines from standard input",
            usage: "without a command: read progress lines from standard input",
            manual: "Run no command: read progress lines from standard input until it ends."
        ) { $0.isGauge = $1 },
        noHistory,
        Option(
            "timeout", .limit, "end the command after this time", usage: "end the command after S, with status 124",
            manual: """
                End the command after this time: send SIGTERM, and SIGKILL five seconds later if it still runs.
                The exit status is then 124.
                0 is no limit.
                """
        ) { $0.job.timeLimit = $1 },
        Option(
            "idle-timeout", .limit, "end a command that prints nothing for this time",
            manual: """
                End a command that has printed nothing for this time, as
                .Fl -timeout
                does; the summary says
                .Ql silent for 60 s .
                0 is no limit.
                After 30 silent seconds the details say
                .Ql silent for 0:40 ,
                unless
                .Fl -details
                are given.
                .Pp
                Time in which the command waits for a person does not count: it is stopped, or its terminal has no echo, as for a password and in a pager, or
                shows the alternate screen.
                A question on a terminal with echo is silence.
                .Pp
                Output to a file, a pipe or a socket counts as well.
                .Nm
                does not read it: the kernel reports that something was written, by whichever process.
                If the kernel can't, the command is not run, and the status is 2.
                That is so for every pipe, file and socket on macOS, and on Linux for a pipe that another user has made, which the standard output of a container
                often is.
                It is so as well for a command that gets no terminal of its own where the HUD is drawn (see
                .Fl -output ) ,
                because its output could not be told from the HUD.
                On Linux,
                .Ql 2>&1 | cat
                behind
                .Nm
                helps: it makes a pipe of your own for both outputs.
                Output to
                .Pa /dev/null
                does not count; if all output goes there, the command is not run either.
                """
        ) { $0.job.idleLimit = $1 }
    ]

    static let animation = Option(
        "animation", .seconds, "length of the appear and disappear animation",
        usage: "length of the animation when the HUD appears and disappears (0, or 0.3 with --style bezel)",
        manual: """
            The length of the animation when the HUD appears and when it disappears.
            The default is 0, or 0.3 with
            .Fl -style Cm bezel .
            """
    ) { $0.hud.timing.animationDuration = $1 }
}

import HUDTerminal

extension Option {
    /// The options of everything that draws.
    static let look = [
        Option(
            "spinner", Parameter("name", .words { Spinner.builtIn.map(\.name) }) { $0.text }, "the spinner",
            manual: """
                The spinner.
                .Nm
                .Cm spinners
                shows all of them.
                """
        ) { $0.hud.look.spinner.name = $1 },
        Option(
            "spinner-file", Parameter("file", .files) { try $0.spinners() }, "a file with spinners of your own",
            manual: #"""
                A JSON file with spinners of your own,
                .Pp
                .Dl {\(dqname\(dq: {\(dqinterval\(dq: 80, \(dqframes\(dq: [\(dq-\(dq, \(dq+\(dq]}}
                .Pp
                where the interval is the duration of a frame in milliseconds, from 10 to 60000.
                A member
                .Ql ascii
                has the frames for terminals without UTF-8 and for
                .Fl -ascii ;
                without it a built-in spinner is used there if the frames are not ASCII.
                They take precedence over built-in spinners of the same name.
                Without
                .Fl -spinner
                the first spinner in the file is used.
                """#
        ) { $0.hud.look.spinner.own = $1 },
        Option(
            "theme", .choice("name", Theme.builtIn.map { ($0.name, $0) }), "the colors and characters",
            manual: """
                The colors and characters.
                The default is
                .Cm terminal .
                In all of them, text has the terminal's own foreground, and colors are visible on dark and on light backgrounds.
                """
        ) { $0.hud.look.theme = $1 },
        Option(
            "fps", .number(in: 1...240), "frames per second, 1 to 240", default: "30",
            manual: "Frames per second, 1 to 240."
        ) { $0.hud.look.framesPerSecond = $1 },
        Option(
            "color", .choice("when", [("auto", .auto), ("always", .always), ("never", .never)]), "whether to use colors",
            default: "auto", manual: "Whether colors are used."
        ) { $0.hud.look.terminal.color = $1 },
        Option(
            "ascii", .flag, "draw with ASCII characters only",
            manual: """
                Draw with ASCII characters only.
                A locale that is not UTF-8 has the same effect.
                """
        ) { $0.hud.look.terminal.usesASCII = $1 }
    ]
}

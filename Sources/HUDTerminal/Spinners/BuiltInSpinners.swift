/// The spinners that come with the library. A spinner that cli-spinners has as well has the name it has there.
///
/// There are no emoji, joiners or variation selectors, because terminals disagree on their width.
enum BuiltInSpinners {
    static let all: [Spinner] = brailleCells + brailleFields + ascii + shapes + toggles + bars

    /// One braille cell.
    private static let brailleCells: [Spinner] = [
        .dots,
        Spinner("dots2", 80, each("⣾⣽⣻⢿⡿⣟⣯⣷")),
        Spinner("dots3", 80, each("⠋⠙⠚⠞⠖⠦⠴⠲⠳⠓")),
        Spinner("dots4", 80, each("⠄⠆⠇⠋⠙⠸⠰⠠⠰⠸⠙⠋⠇⠆")),
        Spinner("dots5", 80, each("⠋⠙⠚⠒⠂⠂⠒⠲⠴⠦⠖⠒⠐⠐⠒⠓⠋")),
        Spinner("dots6", 80, each("⠁⠉⠙⠚⠒⠂⠂⠒⠲⠴⠤⠄⠄⠤⠴⠲⠒⠂⠂⠒⠚⠙⠉⠁")),
        Spinner("dots7", 80, each("⠈⠉⠋⠓⠒⠐⠐⠒⠖⠦⠤⠠⠠⠤⠦⠖⠒⠐⠐⠒⠓⠋⠉⠈")),
        Spinner("dots8", 80, each("⠁⠁⠉⠙⠚⠒⠂⠂⠒⠲⠴⠤⠄⠄⠤⠠⠠⠤⠦⠖⠒⠐⠐⠒⠓⠋⠉⠈⠈")),
        Spinner("dots9", 80, each("⢹⢺⢼⣸⣇⡧⡗⡏")),
        Spinner("dots10", 80, each("⢄⢂⢁⡁⡈⡐⡠")),
        Spinner("dots11", 100, each("⠁⠂⠄⡀⢀⠠⠐⠈")),
        Spinner("bounce", 120, each("⠁⠂⠄⠂"), ascii: each("'-_-")),
        Spinner("breathe", 120, each("⠀⠂⠌⡑⢕⢝⣟⣿⣟⢝⢕⡑⠌⠂"), ascii: each(" .oOo. ")),
        Spinner("fill", 80, each("⠀⡀⣀⣄⣤⣦⣶⣷⣿⢿⠿⠻⠛⠙⠉⠈"), ascii: each(" .:|'"), every: 250)
    ]

    /// Several braille cells as one field of dots. Two cells are four by four dots, twelve of them on the edge.
    private static let brailleFields: [Spinner] = [
        // Twelve spokes and one turn per second, as UIActivityIndicatorView has, which MBProgressHUD shows in indeterminate mode.
        Spinner("activity", 83, ["⣏⣀", "⣏⡁", "⣏⠉", "⡏⠙", "⠏⠹", "⠋⢹", "⠉⣹", "⢈⣹", "⣀⣹", "⣄⣸", "⣆⣰", "⣇⣠"]),
        Spinner("conveyor", 120, ["⠶⠀⠶⠀", "⠰⠆⠰⠆", "⠀⠶⠀⠶", "⠆⠰⠆⠰"], ascii: ["= = ", " = ="], every: 250),
        Spinner("helix", 110, ["⢌⣉⢎⣉", "⣉⡱⣉⡱", "⣉⢎⣉⢎", "⡱⣉⡱⣉"], ascii: ["><><", "<><>"], every: 250),
        Spinner("orbit", 80, ["⠈⠀", "⠀⠁", "⠀⠈", "⠀⠐", "⠀⠠", "⠀⢀", "⠀⡀", "⢀⠀", "⡀⠀", "⠄⠀", "⠂⠀", "⠁⠀"]),
        Spinner(
            "pulse", 140, ["⠀⠀", "⠰⠆", "⢾⡷", "⣏⣹", "⡁⢈"], ascii: each(" .oO "),
            reduced: ["⠰⠆", "⢾⡷"]),
        Spinner("rain", 110, ["⢁⠂⠄", "⠂⠄⡈", "⠄⡈⠐", "⡈⠐⠠", "⠐⠠⢁", "⠠⢁⠂"], ascii: ["'. ", ".'.", " .'", "' ."]),
        Spinner("ring", 80, ["⣏⣸", "⣏⣱", "⣏⣩", "⣏⣙", "⣏⡹", "⣏⢹", "⡏⣹", "⢏⣹", "⣋⣹", "⣍⣹", "⣎⣹", "⣇⣹"]),
        Spinner(
            "scanner", 100, ["⡇⠀⠀", "⢸⠀⠀", "⠀⡇⠀", "⠀⢸⠀", "⠀⠀⡇", "⠀⠀⢸", "⠀⠀⡇", "⠀⢸⠀", "⠀⡇⠀", "⢸⠀⠀"],
            ascii: ["|  ", " | ", "  |", " | "], every: 200),
        Spinner(
            "serpent", 80,
            [
                "⠁⠀", "⠉⠀", "⠉⠁", "⠉⠉", "⠉⠙", "⠈⠛", "⠐⠛", "⠒⠚", "⠖⠒", "⠶⠂", "⠶⠄", "⠦⠤", "⠤⢤", "⠠⣤", "⢀⣤", "⣀⣠", "⣀⣀", "⣀⡀", "⣀⠀",
                "⡀⠀"
            ]),
        Spinner("snake", 80, ["⠏⠀", "⠋⠁", "⠉⠉", "⠈⠙", "⠀⠹", "⠀⢸", "⠀⣰", "⢀⣠", "⣀⣀", "⣄⡀", "⣆⠀", "⡇⠀"]),
        Spinner("twins", 80, ["⣈⡉", "⣄⠙", "⡆⠸", "⠇⢰", "⠋⣠", "⢉⣁"]),
        Spinner(
            "wave", 100, ["⠌⠉⢂⣀", "⠉⠑⣀⡠", "⠉⢂⣀⠌", "⠑⣀⡠⠉", "⢂⣀⠌⠉", "⣀⡠⠉⠑", "⣀⠌⠉⢂", "⡠⠉⠑⣀"],
            ascii: ["_.-'", ".-'-", "-'-.", "'-._", "-._.", "._.-"])
    ]

    /// Characters of a typewriter, most of them ASCII.
    private static let ascii: [Spinner] = [
        .line,
        Spinner("line2", 100, each("⠂-–—–-"), ascii: each(".-=-")),
        Spinner("balloon", 140, each(" .oO@* ")),
        Spinner("balloon2", 120, each(".oO°Oo."), ascii: each(".oO0Oo.")),
        Spinner("dqpb", 100, each("dqpb")),
        Spinner("flip", 70, each("___-``'´-___"), ascii: each("___-``''-___")),
        Spinner(
            "heartbeat", 120, ["/\\___", "_/\\__", "__/\\_", "___/\\", "____/", "_____", "\\____"], reduced: ["_____", "__^__"]),
        Spinner("layer", 150, each("-=≡"), ascii: each("-=#")),
        Spinner("simpleDots", 400, [".  ", ".. ", "...", "   "], reduced: [" . ", "..."]),
        Spinner("simpleDotsScrolling", 200, [".  ", ".. ", "...", " ..", "  .", "   "], reduced: [" . ", "..."]),
        Spinner("star", 70, each("✶✸✹✺✹✷"), ascii: each("+x*"), every: 120),
        Spinner("star2", 80, each("+x*"))
    ]

    /// Shapes that turn or grow.
    private static let shapes: [Spinner] = [
        Spinner("arc", 100, each("◜◠◝◞◡◟")),
        Spinner("arrow", 100, each("←↖↑↗→↘↓↙"), ascii: each("<^>v"), every: 200),
        Spinner("boxBounce", 120, each("▖▘▝▗"), ascii: each(".'`,")),
        Spinner("boxBounce2", 100, each("▌▀▐▄"), ascii: each("['],")),
        Spinner("circle", 120, each("◡⊙◠"), ascii: each("uOn")),
        Spinner("circleHalves", 80, each("◐◓◑◒")),
        Spinner("circleQuarters", 120, each("◴◷◶◵")),
        Spinner("corners", 120, each("┌┐┘└")),
        Spinner("dial", 120, each("╵╶╷╴")),
        Spinner("equaliser", 130, ["▂▅▃", "▄▇▂", "▆▄▄", "▇▂▆", "▅▃█", "▃▆▆", "▄█▃", "▂▅▅"], ascii: [".:|", ":|.", "|.:", ".|:"]),
        Spinner("growHorizontal", 120, each("▏▎▍▌▋▊▉▊▋▌▍▎"), ascii: each(".-=#=-")),
        Spinner("growVertical", 120, each("▁▃▄▅▆▇▆▅▄▃"), ascii: each("_.oOo.")),
        Spinner("moon", 160, each("○◔◑◕●◕◑◔"), ascii: each("(O)O")),
        Spinner("noise", 100, each("▓▒░"), ascii: each("#+.")),
        Spinner("pipe", 100, each("┤┘┴└├┌┬┐")),
        Spinner("squareCorners", 180, each("◰◳◲◱")),
        Spinner("squish", 100, each("╫╪"), ascii: each("#+"), every: 250),
        Spinner(
            "tide", 110,
            ["▁▂▅█", "▁▄▇█", "▂▅██", "▄▇█▇", "▅██▅", "▇█▇▄", "██▅▂", "█▇▄▁", "█▅▂▁", "▇▄▁▁", "▅▂▁▂", "▄▁▁▄", "▂▁▂▅", "▁▁▄▇"],
            ascii: [".:|:", ":|:.", "|:.:", ":.:|"], reduced: ["▂▂▂▂", "▄▄▄▄"]),
        Spinner("triangle", 90, each("◢◣◤◥"))
    ]

    /// Two or three alternating states.
    private static let toggles: [Spinner] = [
        Spinner("toggle", 250, each("⊶⊷"), ascii: ["o-", "-o"]),
        Spinner("toggle3", 120, each("□■"), ascii: each("oO"), every: 250),
        Spinner("toggle5", 100, each("▮▯"), ascii: each("|:"), every: 250),
        Spinner("toggle7", 80, each("⦾⦿"), ascii: each("oO"), every: 250),
        Spinner("toggle8", 100, each("◍◌"), ascii: each("@O"), every: 250),
        Spinner("toggle9", 100, each("◉◎"), ascii: each("@O"), every: 250),
        Spinner("toggle11", 80, each("⧇⧆"), ascii: each("ox"), every: 250),
        Spinner("toggle13", 80, each("=*-"))
    ]

    /// Something that moves along a bar.
    private static let bars: [Spinner] = [
        Spinner(
            "aesthetic", 80, ["▰▱▱▱▱▱▱", "▰▰▱▱▱▱▱", "▰▰▰▱▱▱▱", "▰▰▰▰▱▱▱", "▰▰▰▰▰▱▱", "▰▰▰▰▰▰▱", "▰▰▰▰▰▰▰", "▰▱▱▱▱▱▱"],
            ascii: ["#------", "##-----", "###----", "####---", "#####--", "######-", "#######", "#------"],
            reduced: ["▱▱▱▱▱▱▱", "▰▰▰▰▰▰▰"], asciiReduced: ["-------", "#######"]),
        Spinner(
            "arrow3", 120, ["▹▹▹▹▹", "▸▹▹▹▹", "▹▸▹▹▹", "▹▹▸▹▹", "▹▹▹▸▹", "▹▹▹▹▸"],
            ascii: ["-----", ">----", "->---", "-->--", "--->-", "---->"],
            reduced: ["▹▹▹▹▹", "▸▸▸▸▸"], asciiReduced: ["-----", ">>>>>"]),
        Spinner(
            "bouncingBall", 80,
            [
                "( ●    )", "(  ●   )", "(   ●  )", "(    ● )", "(     ●)", "(    ● )", "(   ●  )", "(  ●   )", "( ●    )",
                "(●     )"
            ],
            ascii: [
                "( o    )", "(  o   )", "(   o  )", "(    o )", "(     o)", "(    o )", "(   o  )", "(  o   )", "( o    )",
                "(o     )"
            ],
            reduced: ["(  ●   )", "(  ○   )"], asciiReduced: ["(  o   )", "(  .   )"]),
        Spinner(
            "bouncingBar", 80, ["[    ]", "[   =]", "[  ==]", "[ ===]", "[====]", "[=== ]", "[==  ]", "[=   ]"],
            reduced: ["[ -- ]", "[ == ]"]),
        Spinner("marquee", 120, [">   ", ">>  ", " >> ", "  >>", "   >", "    "], reduced: [" >> ", " -- "]),
        Spinner(
            "point", 125, ["∙∙∙", "●∙∙", "∙●∙", "∙∙●", "∙∙∙"], ascii: ["...", "o..", ".o.", "..o", "..."],
            reduced: ["∙∙∙", "●●●"], asciiReduced: ["...", "ooo"]),
        Spinner(
            "pong", 80,
            [
                "▐⠂       ▌", "▐⠈       ▌", "▐ ⠂      ▌", "▐ ⠠      ▌", "▐  ⡀     ▌", "▐  ⠠     ▌", "▐   ⠂    ▌", "▐   ⠈    ▌",
                "▐    ⠂   ▌", "▐    ⠠   ▌", "▐     ⡀  ▌", "▐     ⠠  ▌", "▐      ⠂ ▌", "▐      ⠈ ▌", "▐       ⠂▌", "▐       ⠠▌",
                "▐       ⡀▌", "▐      ⠠ ▌", "▐      ⠂ ▌", "▐     ⠈  ▌", "▐     ⠂  ▌", "▐    ⠠   ▌", "▐    ⡀   ▌", "▐   ⠠    ▌",
                "▐   ⠂    ▌", "▐  ⠈     ▌", "▐  ⠂     ▌", "▐ ⠠      ▌", "▐ ⡀      ▌", "▐⠠       ▌"
            ],
            ascii: ["|.   |", "| '  |", "|  ' |", "|   .|", "|  ' |", "| '  |"], every: 160,
            reduced: ["▐   ⠂    ▌", "▐   ⠶    ▌"], asciiReduced: ["| .  |", "| o  |"]),
        Spinner(
            "shuttle", 120, ["◆◇◇◇", "◇◆◇◇", "◇◇◆◇", "◇◇◇◆", "◇◇◆◇", "◇◆◇◇"],
            ascii: ["*...", ".*..", "..*.", "...*", "..*.", ".*.."],
            reduced: ["◇◇◇◇", "◆◆◆◆"], asciiReduced: ["....", "****"])
    ]

    /// A frame for each character.
    private static func each(_ characters: String) -> [String] { characters.map(String.init) }
}

extension Spinner {
    /// A row of the tables: the interval in milliseconds and, if the ASCII frames have an interval of their own, `every`.
    fileprivate init(
        _ name: String, _ milliseconds: Int64, _ frames: [String], ascii: [String]? = nil, every: Int64? = nil,
        reduced: [String]? = nil, asciiReduced: [String]? = nil
    ) {
        self.init(
            name: name, interval: .milliseconds(milliseconds), frames: frames, asciiInterval: every.map { .milliseconds($0) },
            asciiFrames: ascii, reducedFrames: reduced, asciiReducedFrames: asciiReduced)
    }
}

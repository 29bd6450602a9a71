/// The spinners that come with the library. A spinner that cli-spinners has as well has the name it has there.
///
/// There are no emoji, joiners or variation selectors, because terminals disagree on their width. The tables are text, because compiling the same
/// spinners as array literals took a tenth of the module's build time.
enum BuiltInSpinners {
    static let all: [Spinner] =
        [.dots, .line]
        + [brailleCells, brailleFields, ascii, shapes, toggles, bars].flatMap { SpinnerTable.spinners(in: $0) }

    /// One braille cell.
    private static let brailleCells = #"""
        dots2 80 {⣾⣽⣻⢿⡿⣟⣯⣷}
        dots3 80 {⠋⠙⠚⠞⠖⠦⠴⠲⠳⠓}
        dots4 80 {⠄⠆⠇⠋⠙⠸⠰⠠⠰⠸⠙⠋⠇⠆}
        dots5 80 {⠋⠙⠚⠒⠂⠂⠒⠲⠴⠦⠖⠒⠐⠐⠒⠓⠋}
        dots6 80 {⠁⠉⠙⠚⠒⠂⠂⠒⠲⠴⠤⠄⠄⠤⠴⠲⠒⠂⠂⠒⠚⠙⠉⠁}
        dots7 80 {⠈⠉⠋⠓⠒⠐⠐⠒⠖⠦⠤⠠⠠⠤⠦⠖⠒⠐⠐⠒⠓⠋⠉⠈}
        dots8 80 {⠁⠁⠉⠙⠚⠒⠂⠂⠒⠲⠴⠤⠄⠄⠤⠠⠠⠤⠦⠖⠒⠐⠐⠒⠓⠋⠉⠈⠈}
        dots9 80 {⢹⢺⢼⣸⣇⡧⡗⡏}
        dots10 80 {⢄⢂⢁⡁⡈⡐⡠}
        dots11 100 {⠁⠂⠄⡀⢀⠠⠐⠈}
        bounce 120 {⠁⠂⠄⠂} ascii {'-_-}
        breathe 120 {⠀⠂⠌⡑⢕⢝⣟⣿⣟⢝⢕⡑⠌⠂} ascii { .oOo. }
        fill 80 {⠀⡀⣀⣄⣤⣦⣶⣷⣿⢿⠿⠻⠛⠙⠉⠈} ascii { .:|'} every 250
        """#

    /// Several braille cells as one field of dots. Two cells are four by four dots, twelve of them on the edge.
    ///
    /// `activity` has twelve spokes and one turn per second, as UIActivityIndicatorView has, which MBProgressHUD shows in indeterminate mode.
    private static let brailleFields = #"""
        activity 83 {⣏⣀;⣏⡁;⣏⠉;⡏⠙;⠏⠹;⠋⢹;⠉⣹;⢈⣹;⣀⣹;⣄⣸;⣆⣰;⣇⣠}
        conveyor 120 {⠶⠀⠶⠀;⠰⠆⠰⠆;⠀⠶⠀⠶;⠆⠰⠆⠰} ascii {= = ; = =} every 250
        helix 110 {⢌⣉⢎⣉;⣉⡱⣉⡱;⣉⢎⣉⢎;⡱⣉⡱⣉} ascii {><><;<><>} every 250
        orbit 80 {⠈⠀;⠀⠁;⠀⠈;⠀⠐;⠀⠠;⠀⢀;⠀⡀;⢀⠀;⡀⠀;⠄⠀;⠂⠀;⠁⠀}
        pulse 140 {⠀⠀;⠰⠆;⢾⡷;⣏⣹;⡁⢈} ascii { .oO } reduced {⠰⠆;⢾⡷}
        rain 110 {⢁⠂⠄;⠂⠄⡈;⠄⡈⠐;⡈⠐⠠;⠐⠠⢁;⠠⢁⠂} ascii {'. ;.'.; .';' .}
        ring 80 {⣏⣸;⣏⣱;⣏⣩;⣏⣙;⣏⡹;⣏⢹;⡏⣹;⢏⣹;⣋⣹;⣍⣹;⣎⣹;⣇⣹}
        scanner 100 {⡇⠀⠀;⢸⠀⠀;⠀⡇⠀;⠀⢸⠀;⠀⠀⡇;⠀⠀⢸;⠀⠀⡇;⠀⢸⠀;⠀⡇⠀;⢸⠀⠀} ascii {|  ; | ;  |; | } every 200
        serpent 80 {⠁⠀;⠉⠀;⠉⠁;⠉⠉;⠉⠙;⠈⠛;⠐⠛;⠒⠚;⠖⠒;⠶⠂;⠶⠄;⠦⠤;⠤⢤;⠠⣤;⢀⣤;⣀⣠;⣀⣀;⣀⡀;⣀⠀;⡀⠀}
        snake 80 {⠏⠀;⠋⠁;⠉⠉;⠈⠙;⠀⠹;⠀⢸;⠀⣰;⢀⣠;⣀⣀;⣄⡀;⣆⠀;⡇⠀}
        twins 80 {⣈⡉;⣄⠙;⡆⠸;⠇⢰;⠋⣠;⢉⣁}
        wave 100 {⠌⠉⢂⣀;⠉⠑⣀⡠;⠉⢂⣀⠌;⠑⣀⡠⠉;⢂⣀⠌⠉;⣀⡠⠉⠑;⣀⠌⠉⢂;⡠⠉⠑⣀} ascii {_.-';.-'-;-'-.;'-._;-._.;._.-}
        """#

    /// Characters of a typewriter, most of them ASCII.
    private static let ascii = #"""
        line2 100 {⠂-–—–-} ascii {.-=-}
        balloon 140 { .oO@* }
        balloon2 120 {.oO°Oo.} ascii {.oO0Oo.}
        dqpb 100 {dqpb}
        flip 70 {___-``'´-___} ascii {___-``''-___}
        heartbeat 120 {/\___;_/\__;__/\_;___/\;____/;_____;\____} reduced {_____;__^__}
        layer 150 {-=≡} ascii {-=#}
        simpleDots 400 {.  ;.. ;...;   } reduced { . ;...}
        simpleDotsScrolling 200 {.  ;.. ;...; ..;  .;   } reduced { . ;...}
        star 70 {✶✸✹✺✹✷} ascii {+x*} every 120
        star2 80 {+x*}
        """#

    /// Shapes that turn or grow.
    private static let shapes = #"""
        arc 100 {◜◠◝◞◡◟}
        arrow 100 {←↖↑↗→↘↓↙} ascii {<^>v} every 200
        boxBounce 120 {▖▘▝▗} ascii {.'`,}
        boxBounce2 100 {▌▀▐▄} ascii {['],}
        circle 120 {◡⊙◠} ascii {uOn}
        circleHalves 80 {◐◓◑◒}
        circleQuarters 120 {◴◷◶◵}
        corners 120 {┌┐┘└}
        dial 120 {╵╶╷╴}
        equaliser 130 {▂▅▃;▄▇▂;▆▄▄;▇▂▆;▅▃█;▃▆▆;▄█▃;▂▅▅} ascii {.:|;:|.;|.:;.|:}
        growHorizontal 120 {▏▎▍▌▋▊▉▊▋▌▍▎} ascii {.-=#=-}
        growVertical 120 {▁▃▄▅▆▇▆▅▄▃} ascii {_.oOo.}
        moon 160 {○◔◑◕●◕◑◔} ascii {(O)O}
        noise 100 {▓▒░} ascii {#+.}
        pipe 100 {┤┘┴└├┌┬┐}
        squareCorners 180 {◰◳◲◱}
        squish 100 {╫╪} ascii {#+} every 250
        tide 110 {▁▂▅█;▁▄▇█;▂▅██;▄▇█▇;▅██▅;▇█▇▄;██▅▂;█▇▄▁;█▅▂▁;▇▄▁▁;▅▂▁▂;▄▁▁▄;▂▁▂▅;▁▁▄▇} ascii {.:|:;:|:.;|:.:;:.:|}
          reduced {▂▂▂▂;▄▄▄▄}
        triangle 90 {◢◣◤◥}
        """#

    /// Two or three alternating states.
    private static let toggles = #"""
        toggle 250 {⊶⊷} ascii {o-;-o}
        toggle3 120 {□■} ascii {oO} every 250
        toggle5 100 {▮▯} ascii {|:} every 250
        toggle7 80 {⦾⦿} ascii {oO} every 250
        toggle8 100 {◍◌} ascii {@O} every 250
        toggle9 100 {◉◎} ascii {@O} every 250
        toggle11 80 {⧇⧆} ascii {ox} every 250
        toggle13 80 {=*-}
        """#

    /// Something that moves along a bar.
    private static let bars = #"""
        aesthetic 80 {▰▱▱▱▱▱▱;▰▰▱▱▱▱▱;▰▰▰▱▱▱▱;▰▰▰▰▱▱▱;▰▰▰▰▰▱▱;▰▰▰▰▰▰▱;▰▰▰▰▰▰▰;▰▱▱▱▱▱▱}
          ascii {#------;##-----;###----;####---;#####--;######-;#######;#------} reduced {▱▱▱▱▱▱▱;▰▰▰▰▰▰▰}
          asciiReduced {-------;#######}
        arrow3 120 {▹▹▹▹▹;▸▹▹▹▹;▹▸▹▹▹;▹▹▸▹▹;▹▹▹▸▹;▹▹▹▹▸} ascii {-----;>----;->---;-->--;--->-;---->}
          reduced {▹▹▹▹▹;▸▸▸▸▸} asciiReduced {-----;>>>>>}
        bouncingBall 80 {( ●    );(  ●   );(   ●  );(    ● );(     ●);(    ● );(   ●  );(  ●   );( ●    );(●     )}
          ascii {( o    );(  o   );(   o  );(    o );(     o);(    o );(   o  );(  o   );( o    );(o     )}
          reduced {(  ●   );(  ○   )} asciiReduced {(  o   );(  .   )}
        bouncingBar 80 {[    ];[   =];[  ==];[ ===];[====];[=== ];[==  ];[=   ]} reduced {[ -- ];[ == ]}
        marquee 120 {>   ;>>  ; >> ;  >>;   >;    } reduced { >> ; -- }
        point 125 {∙∙∙;●∙∙;∙●∙;∙∙●;∙∙∙} ascii {...;o..;.o.;..o;...} reduced {∙∙∙;●●●} asciiReduced {...;ooo}
        pong 80 {▐⠂       ▌;▐⠈       ▌;▐ ⠂      ▌;▐ ⠠      ▌;▐  ⡀     ▌;▐  ⠠     ▌;▐   ⠂    ▌;▐   ⠈    ▌;▐    ⠂   ▌;\#
        ▐    ⠠   ▌;▐     ⡀  ▌;▐     ⠠  ▌;▐      ⠂ ▌;▐      ⠈ ▌;▐       ⠂▌;▐       ⠠▌;▐       ⡀▌;▐      ⠠ ▌;▐      ⠂ ▌;\#
        ▐     ⠈  ▌;▐     ⠂  ▌;▐    ⠠   ▌;▐    ⡀   ▌;▐   ⠠    ▌;▐   ⠂    ▌;▐  ⠈     ▌;▐  ⠂     ▌;▐ ⠠      ▌;▐ ⡀      ▌;\#
        ▐⠠       ▌}
          ascii {|.   |;| '  |;|  ' |;|   .|;|  ' |;| '  |} every 160 reduced {▐   ⠂    ▌;▐   ⠶    ▌}
          asciiReduced {| .  |;| o  |}
        shuttle 120 {◆◇◇◇;◇◆◇◇;◇◇◆◇;◇◇◇◆;◇◇◆◇;◇◆◇◇} ascii {*...;.*..;..*.;...*;..*.;.*..} reduced {◇◇◇◇;◆◆◆◆}
          asciiReduced {....;****}
        """#
}

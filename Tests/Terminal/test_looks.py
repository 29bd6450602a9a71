"""The look of the HUD: modes, spinners, themes, colors and styles; the gallery and spinners subcommands."""

import json
import re
import time

from harness import (Gate, Screen, always, check, colors, ended, equal, has_escapes, hud, is_ascii, on_terminal, received_by, run, script, shown,
                     test, test_each, wait_until, without_style)

MODES = ["indeterminate", "determinate", "bar", "annular", "custom", "text"]
THEMES = ["terminal", "dark", "light", "mono", "neon", "heat"]
ENTRIES = ["indeterminate", "label", "details", "determinate", "annular", "bar", "text", "custom", "cancel", "progress-object",
           "mode-switching", "window", "networking", "dim-background", "colored"]


def drawn(options="", seconds=0.2, **settings):
    """The bytes that the terminal receives with a HUD labeled L."""
    received = received_by(hud(f"--grace 0 --label L {options} -- sleep {seconds}"), **settings, status=0)
    return received


# ---- Spinners ----


def listed(words="", **changes):
    """The output of `hud-demo spinners`: intervals in milliseconds and frames by name."""
    result = ended(run(hud("spinners " + words), **changes), 0, stderr=b"")
    rows = [line.split("\t") for line in result.stdout.decode().splitlines()]
    return {name: (float(interval), frames) for name, interval, *frames in rows}


@test_each(["dots", "line", "arc", "bouncingBall", "activity", "moon"])
def a_spinner_is_drawn_by_its_name(home, name):
    for options, locale in (("", "C.UTF-8"), ("--ascii", "C.UTF-8"), ("", "C")):
        interval, frames = listed(f"{name} {options}", LC_ALL=locale)[name]
        received = drawn(f"--spinner {name} {options}", 1, LC_ALL=locale)
        text = without_style(received).decode()
        check(text.count(frames[0] + " L ") >= 1, f"{options} {locale}: it does not begin with {frames[0]!r}: {shown(text)}")
        # A tick writes only the changed part of a frame.
        changed = [character for character in frames[1] if character not in frames[0]]
        check(all(character in text for character in changed), f"{options} {locale}: no {frames[1]!r} in {shown(text)}")


@test
def a_spinner_from_a_file_is_drawn(home):
    own = home / "own.json"
    with open(own, "w") as file:
        json.dump({"first": {"interval": 60000, "frames": ["<1>", "<2>"]}, "second": {"interval": 60000, "frames": ["→"], "ascii": ["->"]},
                   "line": {"interval": 60000, "frames": ["own line"]}}, file)
    for options, frame in [("", "<1>"), ("--spinner second", "→"), ("--spinner second --ascii", "->"), ("--spinner line", "own line"),
                           ("--spinner arc", "◜")]:
        for words in (f"--spinner-file {own} {options}", f"{options} --spinner-file {own}"):
            text = without_style(drawn(words)).decode()
            check(f"{frame} L 0:00" in text, f"{words}: no {frame!r} in {shown(text)}")
    equal(list(listed(f"--spinner-file {own}"))[:4], ["first", "second", "line", "activity"], "the list's beginning")
    equal(listed(f"--spinner-file {own} line"), {"line": (60000, ["own line"])}, "one of them")


@test
def spinners_are_listed_without_a_terminal(home):
    spinners = listed()
    check(len(spinners) >= 40, f"{len(spinners)} spinners")
    check(all(10 <= interval <= 60000 and frames for interval, frames in spinners.values()), "an interval or frames")
    equal(listed("dots arc"), {name: spinners[name] for name in ("dots", "arc")}, "two of them")
    for words, locale in (("--ascii", "C.UTF-8"), ("", "C")):
        result = run(hud("spinners " + words), LC_ALL=locale)
        check(is_ascii(result.stdout), f"{words} {locale}: more than ASCII")
        equal(result.stdout.count(b"\n"), len(spinners), "lines")
    received, status = on_terminal(hud("spinners --list"))
    equal((received.replace(b"\r\n", b"\n"), status), (run(hud("spinners")).stdout, 0), "--list on a terminal")
    for changes in ({"TERM": "dumb"}, {"ACCESSIBLE": "1"}, {"CI": "true"}):
        equal(received_by(hud("spinners"), **changes), received, f"on a terminal with {changes}")


# ---- Characters and colors ----


@test_each(MODES)
def with_the_option_ascii_only_ascii_is_drawn(home, mode):
    for theme in THEMES:
        received = drawn(f"--ascii --mode {mode} --theme {theme} --details 'Größe 日本' --hide-after 0.2",
                         TERM="xterm-256color", COLORTERM="truecolor")
        check(b"L" in received and is_ascii(received), f"{theme}: more than ASCII in {shown(received)}")


@test_each(MODES)
def no_color_is_drawn_if_none_is_wanted(home, mode):
    for theme in THEMES:
        for options, changes in (("--color never", {}), ("", {"NO_COLOR": "1"}), ("", {"NO_COLOR": "0"}), ("--color never", {"CLICOLOR_FORCE": "1"})):
            received = drawn(f"--mode {mode} --theme {theme} --hide-after 0.2 {options}", TERM="xterm-256color", **changes)
            equal(colors(received), [], f"colors with {theme}, {options} and {changes}, in {shown(received)}")
            check(b"L" in without_style(received), "no HUD")


@test
def color_is_drawn_where_possible(home):
    check(colors(drawn(TERM="xterm-256color")), "no color by default")
    check(colors(drawn(TERM="xterm-256color", NO_COLOR="")), "no color with NO_COLOR empty")
    check(colors(drawn("--color always", TERM="xterm-256color", NO_COLOR="1")), "no color with --color always")


@test
def a_bezel_has_the_colors_of_the_palette_that_terminfo_says(home):
    # curses draws it, and the program's environment says 24 bits.
    options = "--style bezel --theme dark --mode bar --leave nothing"
    with_24_bits = drawn(options, TERM="xterm", COLORTERM="truecolor")
    equal(set(colors(with_24_bits)), set(colors(drawn(options, TERM="xterm"))), "colors")


@test_each([
    ("terminal", "terminal", rb"\x1b\[38;2;0;135;135m", "⠋"),
    ("dark", "dark", rb"\x1b\[38;2;64;140;250m\S+\x1b\[m L", "⠋"),
    ("light", "light", rb"\x1b\[38;2;40;118;225m\S+\x1b\[m L", "⠋"),
    ("mono", "mono", rb"^(?!.*\x1b\[(3[0-7]|38))", "⠋"),
    ("neon", "neon", rb"\x1b\[38;2;235;0;155m", "◜"),
    ("heat", "heat", rb"\x1b\[38;2;180;130;0m", "⠋"),
])
def a_theme_has_its_colors(home, theme, pattern, spinner):
    received = drawn(f"--theme {theme}", TERM="xterm-256color", COLORTERM="truecolor")
    check(re.search(pattern, received, re.DOTALL), f"no {pattern!r} in {shown(received)}")
    check(spinner.encode() in received, f"no {spinner} in {shown(received)}")


@test
def frames_have_the_requested_rate(home):
    # The spinner changes every 80 ms, but is drawn once a second.
    ticks = drawn("--fps 1", 2.5).count(b"\r")
    check(ticks <= 12, f"{ticks} returns in 2.5 s at one frame a second")


# ---- Modes ----

LINES = {
    "indeterminate": r"[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] WORKING 0:0\d",
    "determinate": r"[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] WORKING 0:0\d",
    "bar": r"[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] WORKING ▕░*█+░*▏ 0:0\d",
    "annular": r"[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] WORKING 0:0\d",
    "custom": r"✓ WORKING 0:0\d",
    "text": r"WORKING 0:0\d",
}


@test_each(MODES)
def each_mode_has_its_indicator(home, mode):
    gate = Gate(home)
    script(home, "job", gate.wait)
    screen = Screen(home, columns=120).command(f"hud-demo --grace 0 --leave nothing --mode {mode} --label WORKING --details 'in detail' -- ./job")

    def is_there():
        lines = screen.lines()
        return len(lines) == 3 and re.fullmatch(LINES[mode], lines[1]) and lines[2].strip() == "in detail"

    wait_until(is_there, f"{LINES[mode]!r} and the details")
    gate.open()
    screen.wait_for_prompt()
    equal(screen.lines()[1:], ["[2]$"], "what is left")


@test_each([("determinate", "determinate", "[○◔◑◕●]"), ("annular", "annular", "[⠈⠘⠸⢸⣸⣼⣾⣿]"), ("bar", "bar", "[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]")])
def the_built_in_job_shows_progress_in_a_mode(home, mode, indicator):
    screen = Screen(home).command(f"hud-demo --mode {mode} --label WORKING")
    pattern = indicator + r" WORKING (▕[█▏▎▍▌▋▊▉░]+▏ +)? *\d+% +\d+/300 +0:0\d(, 0:0\d left)?"
    wait_until(lambda: any(re.fullmatch(pattern, line) for line in screen.lines()),
               f"{pattern!r}")
    screen.wait_for_prompt()


# ---- The outcome ----


@test_each([("success", "exit 0", "✓", 0), ("failure", "exit 3", "✗", 3), ("a signal", "kill -TERM $$", "✗", 143)])
def the_outcome_stays_on_screen_for_a_while(home, end, mark, status):
    gate = Gate(home)
    script(home, "job", f"{gate.wait}; {end}")
    screen = Screen(home).command("hud-demo --grace 0 --leave nothing --min-show 0 --hide-after 1.5 --label WORKING -- ./job; echo status $?")
    screen.wait_for("WORKING 0:0")
    gate.open()
    screen.wait_for(f"{mark} WORKING 0:0")
    always(lambda: screen.shows(f"{mark} WORKING"), "the outcome is gone", 0.8)
    screen.wait_for_prompt()
    # The shell reports by itself that a job was terminated.
    equal([line for line in screen.lines()[1:] if not line.startswith("Terminated")][-2:], [f"status {status}", "[2]$"], "what is left")
    check(not screen.shows("✓ WORKING") and not screen.shows("✗ WORKING"), "the HUD is left")


@test_each([("a job", "", "-- sleep 0.2"), ("jobs", "group", "-j2 -- sleep ::: 0.2 0.2"), ("a stream", "follow", "stream")])
def a_stop_key_during_the_outcome_stops_and_fg_shows_it_again(home, subcommand, words):
    (home / "stream").write_text('{"t":0,"event":"start","label":"WORKING"}\n{"t":0,"event":"appear","label":"WORKING","mode":"bar","fraction":0.25}\n'
                                 '{"t":4,"event":"finish","label":"WORKING","shown":true,"elapsed":4,"outcome":"succeeded"}\n')
    screen = Screen(home).command(f"hud-demo {subcommand} --grace 0 --leave nothing --hide-after 60 --label WORKING {words}")
    screen.wait_for("✓ WORKING")
    screen.leave("C-z")
    check(not screen.shows("✓ WORKING"), "the HUD is left while the program is stopped")
    screen.command("fg")
    screen.wait_for("✓ WORKING")
    screen.leave("C-c")
    screen.check_cursor()
    screen.check_status(130)


@test_each([("a job", "--grace 0 --hide-after 60 -- sleep 0.2"), ("a minimum show time", "--grace 0 --min-show 60 -- sleep 0.2"),
            ("jobs", "group --grace 0 --hide-after 60 -j2 -- sleep ::: 0.2 0.2")])
def control_c_during_the_outcome_of_a_success_ends_a_list_of_commands(home, words):
    screen = Screen(home).command(f"hud-demo {words} && echo next")
    screen.wait_for_start("✓ ")
    screen.leave("C-c")
    screen.check_cursor()
    check("next" not in screen.lines(), "the next command was run")
    screen.check_status(130)


# ---- Styles ----


@test_each([("CI", {"CI": "true"}), ("a screen reader", {"ACCESSIBLE": "1"}), ("TERM=dumb", {"TERM": "dumb"}),
            ("--style plain", {"HUD_STYLE": "plain"})])
def a_plain_hud_is_a_few_lines_and_no_escape_sequence(home, changes):
    received, status = on_terminal(hud("--grace 0.2 --min-show 60 --hide-after 60 --label WORKING --details more -- sleep 0.5"), **changes)
    equal((received, status), (b"WORKING, more...\r\nWORKING, more: done after 0:00\r\n", 0), "what the terminal receives, and the status")
    equal(on_terminal(hud("--grace 60 --label WORKING -- sleep 0.2"), **changes), (b"", 0), "within the grace time")


@test_each([("empty", {"CI": "", "ACCESSIBLE": "", "NO_COLOR": ""}),
            *((value, {"CI": value, "ACCESSIBLE": value}) for value in ("0", "false", "no"))])
def variables_that_are_off_leave_the_hud_on_screen(home, changes):
    check(has_escapes(drawn(**changes)), "nothing is drawn")


@test
def the_inline_style_overrides_the_environment(home):
    for changes in ({"CI": "true"}, {"ACCESSIBLE": "1"}):
        check(has_escapes(drawn("--style inline", **changes)), f"nothing is drawn with {changes}")
    received = drawn("--style inline", TERM="dumb")
    check(not has_escapes(received) and received.startswith(b"L...\r\n"), f"not plain on a terminal that can't: {shown(received)}")


@test
def off_draws_nothing(home):
    job = ["sh", "-c", "echo one; sleep 0.3; printf two"]
    equal(on_terminal(hud("--grace 0 --style off --", *job)), on_terminal(job), "what the terminal receives, and the status")


@test
def a_bezel_leaves_what_the_job_printed(home):
    gate = Gate(home)
    script(home, "job", f"echo one; {gate.wait}; echo two")
    screen = Screen(home).command("hud-demo --grace 0 --leave nothing --style bezel --label WORKING -- ./job")
    wait_until(lambda: screen.shows("╭") and screen.shows("WORKING"), "a bezel")
    rows = [row for row, line in enumerate(screen.lines()) if "WORKING" in line and "hud-demo" not in line]
    check(len(rows) == 1 and 8 <= rows[0] <= 16, "the label is not in the middle")
    gate.open()
    screen.wait_for_prompt()
    equal(screen.lines()[1:], ["one", "two", "[2]$"], "what is left")
    screen.check_cursor()


# ---- The gallery ----


@test
def the_gallery_lists_the_entries_of_the_demo_app(home):
    result = ended(run(hud("gallery --list")), 0, stderr=b"")
    rows = [line.split("\t") for line in result.stdout.decode().splitlines()]
    equal([row[0] for row in rows], ENTRIES, "names")
    check(all(len(row) == 2 and row[1] for row in rows), f"no description: {rows}")
    equal(run(hud("gallery bar --list")).stdout.count(b"\n"), 1, "lines for one")


@test
def the_gallery_lists_its_entries_without_a_terminal(home):
    for text in (run(hud("gallery")).stdout, received_by(hud("gallery"), CI="1"), received_by(hud("gallery"), TERM="dumb")):
        check(not has_escapes(text), "an escape sequence")
        equal([line.split(":")[0] for line in text.decode().splitlines()], ENTRIES, "a line for each")
    check(b"[indeterminate, Loading, Parsing data (1/1)]" in run(hud("gallery details")).stdout, "what it would show")


# Text that an entry shows at some time, in the bezel and inline.
SHOWN = {
    "indeterminate": ("╭", r"[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] 0:0\d"), "label": ("Loading", "Loading"), "details": (r"\(1/1\)", r"\(1/1\)"),
    "determinate": (r"\d+/120", r"[○◔◑◕●] Loading +\d+% +\d+/120"), "annular": (r"\d+/120", r"[⠈⠘⠸⢸⣸⣼⣾⣿] Loading +\d+%"), "bar": ("▕█", "▕█"),
    "text": ("Message here", "^Message here"), "custom": ("Done", "✓ Done"), "cancel": ("Cancelled", "! Cancelled"),
    "progress-object": (r"/48\.0 MB", r"/48\.0 MB"), "mode-switching": ("Completed", "✓ Completed"), "window": ("Loading", "Loading"),
    "networking": ("Completed", "✓ Completed"), "dim-background": ("Loading", "Loading"), "colored": ("▕█", "▕█"),
}


@test_each([(f"{name}, {style}", name, style) for name in ENTRIES for style in ("bezel", "inline")])
def an_entry_of_the_gallery_runs_and_leaves_the_screen_as_it_was(home, name, style):
    screen = Screen(home, columns=120).carry_out("stty -g > before; echo above")
    pattern = re.compile(SHOWN[name][style == "inline"])
    screen.command(f"hud-demo gallery {name} --style {style}; echo status $?; stty -g | cmp - before")
    seen = wait_until(lambda: [line for line in screen.lines() if pattern.search(line) and "hud-demo" not in line],
                      f"{pattern.pattern!r}")
    check(seen, "nothing is seen")
    screen.wait_for_prompt()
    equal(screen.lines(), ["[1]$ stty -g > before; echo above", "above",
                           f"[2]$ hud-demo gallery {name} --style {style}; echo status $?; stty -g | cmp - before", "status 0", "[3]$"],
          "the screen at the end")
    screen.check_cursor()


@test_each([(f"{key}, {style}", key, style, status) for style in ("bezel", "inline")
            for key, status in [("q", 0), ("Escape", 0), ("C-c", 130), ("C-\\", 131)]])
def a_key_ends_the_gallery_and_gives_the_terminal_back(home, key, style, status):
    screen = Screen(home).carry_out("stty -g > before")
    screen.command(f"hud-demo gallery --style {style}")
    screen.wait_for_hidden_cursor()
    screen.leave(key)
    screen.check_cursor()
    screen.check_status(status)
    screen.command("stty -g | cmp - before && echo same")
    screen.wait_for("same")


@test_each([(f"{key}, {style}", key, style) for style in ("bezel", "inline") for key in ("q", "Escape")])
def a_key_ends_the_gallery_while_a_job_can_be_cancelled(home, key, style):
    def is_shown(name):
        return screen.shows(f"› {name} " if style == "bezel" else f", {name}: ")

    screen = Screen(home).command(f"hud-demo gallery --style {style}")
    button = ENTRIES.index("cancel")
    for name in ENTRIES[:button]:
        wait_until(lambda: is_shown(name), name)
        screen.press("Enter")
    wait_until(lambda: is_shown("cancel"), "the entry with a button")
    screen.press(key)
    wait_until(lambda: screen.lines()[-1:] == ["[2]$"] or is_shown(ENTRIES[button + 1]), "the end, or the next entry")
    check(not is_shown(ENTRIES[button + 1]), "the gallery goes on")


@test_each(["bezel", "inline"])
def enter_goes_on_to_the_next_entry_of_the_gallery(home, style):
    screen = Screen(home).command(f"hud-demo gallery --style {style}")
    for name in ENTRIES[:4]:
        marked = f"› {name} " if style == "bezel" else f", {name}: "
        screen.wait_for(marked)
        screen.press("Enter")
    screen.leave("q")
    equal(screen.lines()[1:], ["[2]$"], "what is left")


@test
def the_button_of_the_gallery_can_be_pressed(home):
    screen = Screen(home).command("hud-demo gallery cancel; echo status $?")
    screen.wait_for("Cancel")
    screen.press("Enter")
    screen.wait_for("Cancelled")
    screen.wait_for_prompt()
    check(screen.shows("status 0"))


@test_each([("bezel", "gallery bar"), ("inline", "gallery bar --style inline"), "spinners"])
def keys_are_read_where_standard_input_is_something_else(home, words):
    screen = Screen(home).command(f"hud-demo {words} </dev/null")
    screen.wait_for_hidden_cursor()
    screen.leave("q")
    equal(screen.lines()[1:], ["[2]$"], "what is left")


@test_each([("gallery", "gallery bar"), ("gallery inline", "gallery bar --style inline"), "spinners"])
def control_z_restores_the_terminal_and_fg_continues(home, words):
    screen = Screen(home).carry_out("stty -g > before")
    screen.command(f"hud-demo {words}")
    screen.wait_for_hidden_cursor()
    screen.leave("C-z")
    screen.check_cursor()
    # bash changes the settings while it reads a line.
    screen.command("fg")
    screen.wait_for_hidden_cursor()
    screen.leave("q")
    screen.check_cursor()
    screen.command("stty -g | cmp - before && echo same")
    screen.wait_for("same")


@test_each(["gallery", ("gallery inline", "gallery --style inline"), "spinners"])
def in_the_background_keys_go_to_the_shell_and_fg_takes_them_back(home, words):
    screen = Screen(home).command(f"hud-demo {words}")
    screen.wait_for_hidden_cursor()
    screen.leave("C-z")
    for command in ("bg", "sleep 0.5", "jobs"):
        screen.carry_out(command)
    check(screen.shows("Running"), "it was stopped")
    screen.command("fg")
    screen.wait_for_hidden_cursor()
    time.sleep(0.5)
    screen.leave("q")
    screen.check_cursor()


# ---- The spinners, turning ----


@test_each([("80x24", 80, 24), ("200x60", 200, 60), ("20x5", 20, 5), ("40x3", 40, 3)])
def spinners_turn_page_by_page(home, columns, rows):
    screen = Screen(home, columns, rows).command("hud-demo spinners")
    names, last = [], 0
    count = len(listed())
    while last < count:
        def page():
            lines = screen.lines()
            # In a narrow window the line is cut.
            found = re.match(rf"({last + 1}–)?(\d+) of", lines[-1]) if lines else None
            return (int(found[2]), lines) if found and int(found[2]) > last else None
        last, lines = wait_until(page, lambda: f"the page after number {last}")
        check(len(lines) < rows + 1 and max(map(len, lines)) < columns, f"too large a page: {shown(lines)}")
        if last < count:
            screen.press("Space")
        names.append(lines)
    text = "\n".join(line for lines in names for line in lines)
    check(all(name in text for name in listed()) or columns < 40, "a name is missing")
    screen.leave("q")
    screen.check_cursor()
    equal([line for line in screen.lines() if " of " in line], [], "what is left")


@test
def spinners_really_turn(home):
    screen = Screen(home).command("hud-demo spinners dots arc")
    screen.wait_for("2 of 2")
    before = screen.lines()
    wait_until(lambda: screen.lines()[1] != before[1], "another frame")
    screen.leave("C-c")
    screen.check_status(130)


@test
def spinners_follow_the_windows_size(home):
    screen = Screen(home, 80, 24).command("hud-demo spinners")
    screen.wait_for("1–")
    for columns, rows in [(40, 10), (120, 40), (60, 20)]:
        screen.resize(columns, rows)

        def has_one_page():
            lines = screen.lines()
            return 0 < len(lines) <= rows and max(map(len, lines)) < columns and sum("1–" in line for line in lines) == 1
        wait_until(has_one_page, f"one page of {columns}x{rows}")
    screen.leave("q")
    check(not screen.shows("activity"), "what is left")

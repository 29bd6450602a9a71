#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_screen.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>
#include <curses.h>
#include <term.h>
#include <panel.h>

enum { HUD_SCREEN_PAIRS = 1024 };

struct hud_screen {
    SCREEN *screen;
    WINDOW *box;
    PANEL *panel;
    FILE *output;
    FILE *input;
    locale_t locale;
    int has_colors;
    int pair_count;
    short foregrounds[HUD_SCREEN_PAIRS];
    short backgrounds[HUD_SCREEN_PAIRS];
};

hud_screen_visit hud_screen_enter(const hud_screen *screen) {
    hud_screen_visit before = {NULL, cur_term, (locale_t)0};
    if (screen->locale != (locale_t)0) before.locale = uselocale(screen->locale);
    before.screen = set_term(screen->screen);
    return before;
}

void hud_screen_leave(hud_screen_visit before) {
    /* Where there was none, none is again: ours would be left over when it is freed. */
    set_term(before.screen);
    (void)set_curterm(before.terminal);
    if (before.locale != (locale_t)0) uselocale(before.locale);
}

/* newterm catches these where nobody has; whether they are caught is not its business here. */
static SCREEN *hud_newterm(const char *name, FILE *output, FILE *input) {
    const int signals[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
    struct sigaction actions[4];
    for (int index = 0; index < 4; index += 1) (void)sigaction(signals[index], NULL, &actions[index]);
    SCREEN *const screen = newterm((char *)name, output, input);
    for (int index = 0; index < 4; index += 1) (void)sigaction(signals[index], &actions[index], NULL);
    return screen;
}

hud_screen *hud_screen_open(const char *name, int fd, locale_t locale, int height, int width, int wants_colors) {
    hud_screen *const self = calloc(1, sizeof *self);
    if (self == NULL) return NULL;
    self->locale = locale;
    const int copy = dup(fd);
    self->output = copy < 0 ? NULL : fdopen(copy, "w");
    self->input = fopen("/dev/null", "r");
    if (self->output == NULL || self->input == NULL) goto failed;
    const locale_t before_locale = locale == (locale_t)0 ? (locale_t)0 : uselocale(locale);
    TERMINAL *const before_terminal = cur_term;
    SCREEN *const before = set_term(NULL);
    /* The output is no terminal that could be asked for its size, and the environment does not know it. */
    use_env(FALSE);
    self->screen = hud_newterm(name, self->output, self->input);
    use_env(TRUE);
    if (self->screen != NULL) {
        set_term(self->screen);
        (void)resizeterm(height, width);
        (void)curs_set(0);
        (void)leaveok(stdscr, TRUE);
        self->has_colors = wants_colors && has_colors() && start_color() == OK && use_default_colors() == OK;
        self->pair_count = 1;
        self->box = newwin(1, 1, 0, 0);
        self->panel = self->box == NULL ? NULL : new_panel(self->box);
        if (self->box != NULL) (void)leaveok(self->box, TRUE);
    }
    set_term(before);
    (void)set_curterm(before_terminal);
    if (before_locale != (locale_t)0) uselocale(before_locale);
    if (self->panel != NULL) return self;
failed:
    if (self->output != NULL) fclose(self->output);
    else if (copy >= 0) close(copy);
    if (self->input != NULL) fclose(self->input);
    free(self);
    return NULL;
}

/* The pair of two colours; -1 is the terminal's own. Where there is no room for one more, all are made anew. */
static short hud_screen_pair(hud_screen *self, int foreground, int background) {
    if (!self->has_colors || (foreground < 0 && background < 0)) return 0;
    for (int index = 1; index < self->pair_count; index += 1)
        if (self->foregrounds[index] == foreground && self->backgrounds[index] == background) return (short)index;
    if (self->pair_count >= HUD_SCREEN_PAIRS || self->pair_count >= COLOR_PAIRS) self->pair_count = 1;
    const int index = self->pair_count;
    if (init_pair((short)index, (short)foreground, (short)background) != OK) return 0;
    self->foregrounds[index] = (short)foreground;
    self->backgrounds[index] = (short)background;
    self->pair_count += 1;
    return (short)index;
}

void hud_screen_put(
    hud_screen *self, int is_box, int row, int column, const wchar_t *text, int count, int attributes, int foreground,
    int background) {
    WINDOW *const window = is_box ? self->box : stdscr;
    attr_t set = A_NORMAL;
    if (attributes & HUD_BOLD) set |= A_BOLD;
    if (attributes & HUD_DIM) set |= A_DIM;
    if (attributes & HUD_UNDERLINE) set |= A_UNDERLINE;
    if (attributes & HUD_REVERSE) set |= A_REVERSE;
    (void)wattr_set(window, set, hud_screen_pair(self, foreground, background), NULL);
    (void)mvwaddnwstr(window, row, column, text, count);
    (void)wattr_set(window, A_NORMAL, 0, NULL);
}

const char *hud_screen_region(int height) {
    if (change_scroll_region == NULL) return NULL;
    return tparm((char *)change_scroll_region, 0L, (long)(height - 1), 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

int hud_screen_assumed_height(void) {
    const int height = tigetnum("lines");
    return height > 0 ? height : 24;
}

void hud_screen_place(hud_screen *self, int row, int column, int height, int width) {
    if (height < 1 || width < 1) {
        (void)hide_panel(self->panel);
        return;
    }
    if (panel_hidden(self->panel)) (void)show_panel(self->panel);
    int old_height, old_width;
    getmaxyx(self->box, old_height, old_width);
    if (height != old_height || width != old_width) {
        WINDOW *const old = self->box;
        WINDOW *const box = newwin(height, width, row, column);
        if (box == NULL) return;
        (void)leaveok(box, TRUE);
        (void)replace_panel(self->panel, box);
        self->box = box;
        (void)delwin(old);
    } else {
        (void)move_panel(self->panel, row, column);
        (void)werase(self->box);
    }
}

void hud_screen_resize(hud_screen *self, int height, int width) {
    /* A panel outside the screen would stay there. */
    hud_screen_place(self, 0, 0, 1, 1);
    (void)resizeterm(height, width);
    (void)werase(stdscr);
    (void)clearok(curscr, TRUE);
}

void hud_screen_erase_backdrop(void) {
    (void)werase(stdscr);
}

void hud_screen_update(void) {
    update_panels();
    (void)doupdate();
}

void hud_screen_close(hud_screen *self) {
    const hud_screen_visit before = hud_screen_enter(self);
    (void)endwin();
    (void)hide_panel(self->panel);
    hud_screen_leave(before);
    (void)fflush(self->output);
    /* What it wrote to is closed. */
    (void)dup2(fileno(self->input), fileno(self->output));
}

int hud_screen_reuse(hud_screen *self, int fd, int height, int width) {
    if (dup2(fd, fileno(self->output)) < 0) return 0;
    const hud_screen_visit before = hud_screen_enter(self);
    (void)resizeterm(height, width);
    (void)werase(stdscr);
    (void)clearok(curscr, TRUE);
    hud_screen_leave(before);
    return 1;
}

#if !__has_include(<curses.h>) || !__has_include(<term.h>) || !__has_include(<panel.h>)
#error "hud needs the headers of ncurses. Debian, Ubuntu: apt-get install libncurses-dev. Fedora: dnf install ncurses-devel. macOS: xcode-select --install."
#endif

#if defined(__linux__)
#define _GNU_SOURCE 1
#endif
#define NCURSES_WIDECHAR 1

#include "hud_screen.h"

#include <curses.h>
#include <fcntl.h>
#include <panel.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

#if defined(__APPLE__)
/* On macOS curses.h belongs to a module. NCURSES_WIDECHAR above does not affect it, so it does not declare the wide-character functions. The
   plain name of this one is bound to the ABI before ncurses 6. */
extern int hud_mvwaddnwstr(WINDOW *window, int row, int column, const wchar_t *text, int count) __asm("_mvwaddnwstr$NCURSES60");
#else
#define hud_mvwaddnwstr mvwaddnwstr
#endif

enum { HUD_SCREEN_PAIRS = 1024 };

struct hud_screen {
    /* The arguments of hud_screen_open. */
    char *name;
    locale_t locale;
    int wants_colors;
    /* The next closed screen. */
    struct hud_screen *next;

    SCREEN *screen;
    WINDOW *box;
    PANEL *panel;
    FILE *output;
    /* The height that curses assumes at first. */
    int first_height;
    /* The size since then, and the number of sizes that all screens had been given by then. */
    int height, width;
    unsigned sizes;
    int has_colors;
    int pair_count;
    short foregrounds[HUD_SCREEN_PAIRS];
    short backgrounds[HUD_SCREEN_PAIRS];
};

static hud_screen *hud_closed_screens;

/* How often a screen was given a size. */
static unsigned hud_screen_sizes;

/* The input of all screens: /dev/null. */
static FILE *hud_screen_input;

/* The stream of `fd`, which is closed if there can be none. Returns NULL for -1 too. */
static FILE *hud_screen_stream(int fd, const char *mode) {
    FILE *const file = fd < 0 ? NULL : fdopen(fd, mode);
    if (file == NULL && fd >= 0) (void)close(fd);
    return file;
}

/* Sets the output of a screen to `fd`. With dup2 alone, child processes would inherit it. */
static int hud_screen_redirect(const hud_screen *self, int fd) {
    const int output = fileno(self->output);
#if defined(__linux__)
    return dup3(fd, output, O_CLOEXEC) == output;
#else
    return dup2(fd, output) == output && fcntl(output, F_SETFD, FD_CLOEXEC) == 0;
#endif
}

/* Sets the size of the current screen, which is that of `self`. */
static void hud_screen_set_size(hud_screen *self, int height, int width) {
    (void)resizeterm(height, width);
    self->height = height;
    self->width = width;
    self->sizes = ++hud_screen_sizes;
}

/* Gives the windows of the current screen its size again: resizeterm on another screen also resizes those of this one that are as large as that one was,
   because ncurses keeps the windows of all screens in one list. An update would read beyond them. */
static void hud_screen_restore_size(const hud_screen *self) {
    WINDOW *const windows[] = {stdscr, curscr, newscr};
    for (int index = 0; index < 3; index += 1)
        if (getmaxy(windows[index]) != self->height || getmaxx(windows[index]) != self->width)
            (void)wresize(windows[index], self->height, self->width);
}

/* Makes `screen` current, or none, in the locale of `self`. */
static hud_screen_visit hud_screen_switch(const hud_screen *self, SCREEN *screen) {
    hud_screen_visit before = {NULL, cur_term, (locale_t)0};
    if (self->locale != (locale_t)0) before.locale = uselocale(self->locale);
    before.screen = set_term(screen);
    return before;
}

hud_screen_visit hud_screen_enter(const hud_screen *self) {
    const hud_screen_visit before = hud_screen_switch(self, self->screen);
    hud_screen_restore_size(self);
    return before;
}

void hud_screen_leave(hud_screen_visit before) {
    /* This is also needed if there was no screen, because ours must not stay current. */
    set_term(before.screen);
    (void)set_curterm(before.terminal);
    if (before.locale != (locale_t)0) uselocale(before.locale);
}

int hud_screen_is_damaged(const hud_screen *self) {
    return self->sizes != hud_screen_sizes;
}

static int hud_is_unhandled(const struct sigaction *action) {
    return !(action->sa_flags & SA_SIGINFO) && (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN);
}

/* newterm without the signal handlers that it installs. If SIGTSTP has the default action in the first newterm of the process, curses ignores SIGTSTP
   during each later update, and sets the action that it has found there again. So the caller sees to it that SIGTSTP has another one. */
static SCREEN *hud_newterm(const char *name, FILE *output, FILE *input) {
    const int signals[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
    struct sigaction actions[4];
    for (int index = 0; index < 4; index += 1) (void)sigaction(signals[index], NULL, &actions[index]);
    SCREEN *const screen = newterm((char *)name, output, input);
    for (int index = 0; index < 4; index += 1)
        /* If the program has used curses before, this newterm sets a former action of SIGTSTP. It changes no other handler. */
        if (signals[index] == SIGTSTP || hud_is_unhandled(&actions[index])) (void)sigaction(signals[index], &actions[index], NULL);
    return screen;
}

/* Sets up curses for a screen whose output is open. Returns whether that succeeded. */
static int hud_screen_start(hud_screen *self, int height, int width) {
    const hud_screen_visit before = hud_screen_switch(self, NULL);
    /* Neither the output, which is a file, nor the environment has the terminal's size. */
    use_env(FALSE);
    self->screen = hud_newterm(self->name, self->output, hud_screen_input);
    use_env(TRUE);
    if (self->screen != NULL) {
        set_term(self->screen);
        self->first_height = getmaxy(stdscr);
        hud_screen_set_size(self, height, width);
        (void)curs_set(0);
        (void)leaveok(stdscr, TRUE);
        self->has_colors = self->wants_colors && has_colors() && start_color() == OK && use_default_colors() == OK;
        self->pair_count = 1;
        self->box = newwin(1, 1, 0, 0);
        self->panel = self->box == NULL ? NULL : new_panel(self->box);
        if (self->box != NULL) (void)leaveok(self->box, TRUE);
    }
    hud_screen_leave(before);
    return self->panel != NULL;
}

/* Takes a closed screen of the same kind from the list. Returns NULL if there is none. */
static hud_screen *hud_screen_take_closed(const char *name, locale_t locale, int wants_colors) {
    hud_screen **place = &hud_closed_screens;
    for (; *place != NULL; place = &(*place)->next) {
        hud_screen *const self = *place;
        if (self->locale != locale || self->wants_colors != wants_colors || strcmp(self->name, name) != 0) continue;
        *place = self->next;
        self->next = NULL;
        return self;
    }
    return NULL;
}

/* Opens a closed screen again. curses sets up the terminal with its next update, as it does on a new screen. */
static int hud_screen_reopen(hud_screen *self, int fd, int height, int width) {
    if (!hud_screen_redirect(self, fd)) return 0;
    const hud_screen_visit before = hud_screen_enter(self);
    self->first_height = height;
    hud_screen_set_size(self, height, width);
    (void)werase(stdscr);
    (void)clearok(curscr, TRUE);
    hud_screen_leave(before);
    return 1;
}

hud_screen *hud_screen_open(const char *name, int fd, locale_t locale, int height, int width, int wants_colors) {
    hud_screen *self = hud_screen_take_closed(name, locale, wants_colors);
    if (self != NULL) {
        if (hud_screen_reopen(self, fd, height, width)) return self;
        self->next = hud_closed_screens;
        hud_closed_screens = self;
        return NULL;
    }
    if (hud_screen_input == NULL) hud_screen_input = hud_screen_stream(open("/dev/null", O_RDONLY | O_CLOEXEC), "r");
    self = calloc(1, sizeof *self);
    if (self == NULL) return NULL;
    self->locale = locale;
    self->wants_colors = wants_colors;
    self->name = strdup(name);
    if (self->name != NULL && hud_screen_input != NULL)
        /* A copy that child processes do not inherit. */
        self->output = hud_screen_stream(fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), "w");
    if (self->output != NULL && hud_screen_start(self, height, width)) return self;
    if (self->output != NULL) fclose(self->output);
    free(self->name);
    free(self);
    return NULL;
}

void hud_screen_close(hud_screen *self) {
    const hud_screen_visit before = hud_screen_enter(self);
    (void)endwin();
    (void)hide_panel(self->panel);
    hud_screen_leave(before);
    (void)fflush(self->output);
    /* curses refers to its output by the descriptor's number, so the number must stay in use. */
    (void)hud_screen_redirect(self, fileno(hud_screen_input));
    self->next = hud_closed_screens;
    hud_closed_screens = self;
}

/* The number of a pair of colors; -1 is the terminal's own color. When the table is full, it starts over. */
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
    (void)hud_mvwaddnwstr(window, row, column, text, count);
    (void)wattr_set(window, A_NORMAL, 0, NULL);
}

const char *hud_screen_region(int height) {
    if (change_scroll_region == NULL) return NULL;
    return tparm((char *)change_scroll_region, 0L, (long)(height - 1), 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

const char *hud_screen_first_region(const hud_screen *self) {
    return hud_screen_region(self->first_height);
}

void hud_screen_place(hud_screen *self, int row, int column, int height, int width) {
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
    hud_screen_set_size(self, height, width);
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

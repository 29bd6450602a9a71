/* What Swift can't import from curses and terminfo: macros, variadic functions, cur_term. Everything here is static inline and starts
   with hud_. */
#ifndef HUD_CNCURSES_SHIM_H
#define HUD_CNCURSES_SHIM_H

#if !__has_include(<curses.h>) || !__has_include(<term.h>) || !__has_include(<panel.h>)
#error "hud needs the headers of ncurses. Debian, Ubuntu: apt-get install libncurses-dev. Fedora: dnf install ncurses-devel. macOS: xcode-select --install."
#endif

#include <curses.h>
#include <term.h>

/* Loads the description of a terminal without changing the current one of curses. Returns NULL if there is none. */
static inline TERMINAL *hud_terminfo_open(const char *name, int fd) {
    TERMINAL *const before = cur_term;
    int error = 0;
    if (setupterm((char *)name, fd, &error) != OK) {
        if (cur_term != before) set_curterm(before);
        return NULL;
    }
    TERMINAL *const loaded = cur_term;
    set_curterm(before);
    return loaded;
}

static inline void hud_terminfo_close(TERMINAL *terminal) {
    if (terminal != cur_term) del_curterm(terminal);
}

/* A string capability by its terminfo name; NULL if the terminal lacks it. */
static inline const char *hud_terminfo_string(TERMINAL *terminal, const char *name) {
    TERMINAL *const before = set_curterm(terminal);
    const char *const value = tigetstr((char *)name);
    set_curterm(before);
    return value == (const char *)-1 ? NULL : value;
}

/* A number by its terminfo name; -1 if the terminal lacks it. */
static inline int hud_terminfo_number(TERMINAL *terminal, const char *name) {
    TERMINAL *const before = set_curterm(terminal);
    const int value = tigetnum((char *)name);
    set_curterm(before);
    return value;
}

/* Whether the terminal has a flag, or a user-defined capability of any type (`RGB` occurs as each of the three). */
static inline int hud_terminfo_has(TERMINAL *terminal, const char *name) {
    TERMINAL *const before = set_curterm(terminal);
    const char *const string = tigetstr((char *)name);
    const int has = tigetflag((char *)name) > 0 || tigetnum((char *)name) > 0 || (string != NULL && string != (const char *)-1);
    set_curterm(before);
    return has;
}

/* A capability with its parameters filled in; NULL on failure. Valid until the next call. The tests compare `TerminfoString` with it. */
static inline const char *hud_tparm(const char *capability, int first, int second) {
    return tparm((char *)capability, (long)first, (long)second, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

#endif

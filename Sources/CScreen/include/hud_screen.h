/* A full screen on ncurses' windows and panels whose output goes to a file. So curses does not change the terminal's settings or signal
   handlers, and the caller can send a frame in one write. But an update changes the action of SIGTSTP for a moment if that was the default action
   when the process first opened a screen, or if the program itself has used curses before.

   curses has one current screen and tparm has one buffer, so the caller must hold a lock during every call. */
#ifndef HUD_SCREEN_H
#define HUD_SCREEN_H

#include <locale.h>
#include <stddef.h>
#include <wchar.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

/* Attributes of a cell. */
enum { HUD_BOLD = 1, HUD_DIM = 2, HUD_UNDERLINE = 4, HUD_REVERSE = 8 };

typedef struct hud_screen hud_screen;

/* The screen, terminal and locale that were current before hud_screen_enter, because the program may use curses itself. */
typedef struct hud_screen_visit {
    void *screen, *terminal;
    locale_t locale;
} hud_screen_visit;

/* Opens a screen for terminals of type `name`, whose output goes to the file `fd`. Returns NULL if curses can't. It reads the actions of signals and
   sets them again, so the caller must hold them (hud_sessions_hold_actions). */
hud_screen *hud_screen_open(const char *name, int fd, locale_t locale, int height, int width, int wants_colors);

/* Closes a screen and keeps it for the next one of its kind. delscreen can't be called: where ncurses keeps the windows of all screens in one
   list (Debian), it would free the windows of the program's screens too. */
void hud_screen_close(hud_screen *self);

/* Makes a screen current. The other functions work on the current screen. */
hud_screen_visit hud_screen_enter(const hud_screen *self);
void hud_screen_leave(hud_screen_visit before);

/* The scroll region (terminfo `csr`) that curses sets with its first update. Its height is terminfo's, because curses does not know the real
   one. NULL if the terminal has no scroll regions. Valid until the next call. */
const char *hud_screen_first_region(const hud_screen *self);

/* The scroll region of a window with `height` rows; NULL if the terminal has no scroll regions. Valid until the next call. */
const char *hud_screen_region(int height);

/* Moves, resizes and clears the box. */
void hud_screen_place(hud_screen *self, int row, int column, int height, int width);

/* Writes text of one style into the box or into the backdrop. */
void hud_screen_put(
    hud_screen *self, int is_box, int row, int column, const wchar_t *text, int count, int attributes, int foreground,
    int background);

/* Sets the window's size. The next update draws everything. */
void hud_screen_resize(hud_screen *self, int height, int width);

/* Whether another screen was given a size since this one was, which changes the windows of this one as well: it needs hud_screen_resize. */
int hud_screen_is_damaged(const hud_screen *self);

void hud_screen_erase_backdrop(void);

/* Writes the bytes that update the terminal. */
void hud_screen_update(void);

#endif

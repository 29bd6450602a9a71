/* A full screen of ncurses' whose bytes go to a file: windows, panels and doupdate are curses' business, the terminal is ours. So its
   driver's settings, its signals and its one write a frame are not in curses' hands. */
#ifndef HUD_SCREEN_H
#define HUD_SCREEN_H

#include <locale.h>
#include <stddef.h>

#if defined(__APPLE__)
#include <xlocale.h>
#endif

/* Attributes of a cell. */
enum { HUD_BOLD = 1, HUD_DIM = 2, HUD_UNDERLINE = 4, HUD_REVERSE = 8 };

typedef struct hud_screen hud_screen;

/* What was current before: the program's own screen and terminal, if it has them, and its locale. */
typedef struct hud_screen_visit {
    void *screen, *terminal;
    locale_t locale;
} hud_screen_visit;

/* Opens a screen for terminals of type `name`, whose bytes go to the file `fd`. NULL where curses can't. */
hud_screen *hud_screen_open(const char *name, int fd, locale_t locale, int height, int width, int wants_colors);

hud_screen_visit hud_screen_enter(const hud_screen *screen);

void hud_screen_leave(hud_screen_visit before);

/* Writes text of one style into the box, or behind it. */
void hud_screen_put(
    hud_screen *self, int is_box, int row, int column, const wchar_t *text, int count, int attributes, int foreground,
    int background);

/* The scroll region of a window of so many rows (terminfo `csr`); NULL where the terminal has none. Good until the next call. */
const char *hud_screen_region(int height);

/* The rows that terminfo takes a window to have; what curses begins with, since it can't ask. */
int hud_screen_assumed_height(void);

/* Gives the box a place and a size; it is empty then. One without a size is not seen. */
void hud_screen_place(hud_screen *self, int row, int column, int height, int width);

/* The terminal has another size now; nothing is taken for granted of what it shows. */
void hud_screen_resize(hud_screen *self, int height, int width);

void hud_screen_erase_backdrop(void);

void hud_screen_update(void);

/* Leaves the screen, for another time. It is not freed: delscreen frees the windows of every screen there is, where ncurses keeps them in
   one list (as Debian's does), and so those of other bezels and of the program's own screens. */
void hud_screen_close(hud_screen *self);

/* Takes up a screen that was left, as if it had just been opened: curses takes the terminal anew with its first update. 0 where it can't. */
int hud_screen_reuse(hud_screen *self, int fd, int height, int width);

#endif

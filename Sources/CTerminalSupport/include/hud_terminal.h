/* What a terminal says of itself: its size, its foreground, what was typed. */
#ifndef HUD_TERMINAL_H
#define HUD_TERMINAL_H

#include <termios.h>

/* The window's size; 0 where it is not known. */
int hud_window_size(int fd, int *height, int *width);

/* Gives the window of `fd` the size of the window of `model`. */
int hud_copy_window_size(int model, int fd);

/* Whether somebody has typed a line that nobody has read. */
int hud_has_input(int fd);

/* Whether this process may draw: it is in the foreground of the terminal, or the terminal is not its controlling one. */
int hud_is_foreground(int fd);

/* Whether a terminal is the one that we were started from: its keys make signals for us, and a shell gives it to us and takes it. */
int hud_is_controlling_terminal(int fd);

int hud_is_hung_up(int fd);

/* Opens the controlling terminal, which `fd` is, once more: whether it blocks is ours alone to say then, and it can be read. -1 and errno
   where that fails. */
int hud_reopen_terminal(int fd);

/* Has the terminal take a byte for typed. Linux can be built or told (dev.tty.legacy_tiocsti) not to, and OpenBSD has no such thing. */
int hud_push_back(int fd, unsigned char byte);

#endif

/* A terminal's state: window size, foreground process group, waiting input. */
#ifndef HUD_TERMINAL_H
#define HUD_TERMINAL_H

#include <stddef.h>
#include <stdint.h>

/* Reads the window size; a size of 0 means unknown. Returns 0 or -1. */
int hud_window_size(int fd, int *height, int *width);

/* Gives the terminal `fd` the window size of the terminal `model`. Returns 0 or -1. */
int hud_copy_window_size(int model, int fd);

/* Waits until a descriptor can be written, or else read; a negative time means no limit. Returns whether it can, or has hung up, and 1 if the
   system can't say. */
int hud_wait_for(int fd, int writes, int milliseconds);

/* The same by select(2): on macOS poll(2) rejects /dev/tty. */
int hud_wait_by_select(int fd, int writes, int milliseconds);

/* Writes bytes, as long as the descriptor accepts some within each `milliseconds`. Async-signal-safe. Returns how many it has accepted. */
size_t hud_write_some(int fd, const void *bytes, size_t count, int milliseconds);

/* The same. Returns whether all bytes are written. */
int hud_write_within(int fd, const void *bytes, size_t count, int milliseconds);

/* Whether input waits to be read. */
int hud_has_input(int fd);

/* Whether this process may draw: it is in the terminal's foreground process group, or the terminal is not its controlling one. */
int hud_is_foreground(int fd);

/* Whether a descriptor is the controlling terminal: its keys raise signals here, and a shell moves us to its foreground and background. */
int hud_is_controlling_terminal(int fd);

/* Writes the path of the terminal with a device number (hud_device_number), without a search. The caller checks that the file there is that terminal.
   Returns 0 or -1. */
int hud_terminal_path(uint64_t device, char *path, size_t size);

/* Whether the terminal's other end is closed. */
int hud_is_hung_up(int fd);

/* Opens the controlling terminal once more, to read and write. The new open file description has its own O_NONBLOCK. Returns the
   descriptor, or -1 and errno. */
int hud_reopen_terminal(int fd);

/* Puts a byte into the terminal's input as if it were typed. Linux can be built or told (dev.tty.legacy_tiocsti) to refuse that. */
int hud_push_back(int fd, unsigned char byte);

#endif

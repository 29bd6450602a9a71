/* Other programs that answer a question or do a small service, such as notify-send. */
#ifndef HUD_HELPER_H
#define HUD_HELPER_H

#include <stddef.h>

/* Runs a program that PATH finds by `argv[0]`, without a terminal, and waits for its end, `milliseconds` at most; then it is killed. The first
   `size` - 1 bytes of its standard output are put into `output`, ended by NUL. Returns the exit status, or -1 if it could not be started,
   was killed, or is not ours to wait for (SIGCHLD is ignored). */
int hud_run_helper(char *const argv[], char *output, size_t size, int milliseconds);

/* Writes bytes to a terminal in one call, if it takes them within `milliseconds`. A process in the background is not stopped by it (`stty
   tostop`). Returns whether all were written. */
int hud_write_if_ready(int descriptor, const void *bytes, size_t count, int milliseconds);

#endif

/* The job's pseudo-terminal. */
#ifndef HUD_PTY_H
#define HUD_PTY_H

#include <stddef.h>
#include <termios.h>

/* Opens a pseudo-terminal with the window size of `model` and a nonblocking master. Both ends are close-on-exec. Returns 0, or -1 and errno. */
int hud_open_pseudo_terminal(int model, int *master, int *slave);

/* Copies the settings of `model` to `fd`, speeds included; `given` receives what `fd` has then. If `is_shared`, output processing is left to
   `model`. If another hud-demo has `model` in raw mode, only the keys are copied. */
void hud_copy_settings(int model, int fd, int is_shared, struct termios *given);

/* Applies the settings that the job left on its own terminal. If `is_shared`, output processing stays as it is. */
void hud_apply_job_settings(int fd, const struct termios *left, int is_shared);

/* Passes keys to the job that were echoed when they were typed, without echoing them again. In canonical mode a ^D typed by itself is read
   from the real terminal as a zero byte; it is changed back to that key. Returns how many keys the terminal took: macOS queues 1,024. */
size_t hud_write_without_echo(int master, int slave, const struct termios *found, unsigned char *keys, size_t count);

#endif

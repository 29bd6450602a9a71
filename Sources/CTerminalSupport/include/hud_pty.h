/* A job's pseudo-terminal. */
#ifndef HUD_PTY_H
#define HUD_PTY_H

#include <stddef.h>
#include <termios.h>

/* Makes a pseudo-terminal of the size of `model`'s window. 0, or -1 and errno. */
int hud_open_pseudo_terminal(int model, int *master, int *slave);

/* Gives `fd` the settings that `model` has, speeds and all, and notes them. With `is_shared` the output is left to `model`. Where another
   hud-demo has that, its keys are known and nothing else. */
void hud_copy_settings(int model, int fd, int is_shared, struct termios *given);

/* Leaves a terminal as the job has left its own, the output apart where `is_shared`. */
void hud_leave_settings(int fd, const struct termios *left, int is_shared);

/* Gives the job keys that were echoed when they were typed, and are not to be echoed again. In lines, an end typed as a key of its own lies in
   the terminal as a zero: it becomes that key again. */
void hud_pass_unseen(int master, int slave, const struct termios *found, unsigned char *keys, size_t count);

#endif

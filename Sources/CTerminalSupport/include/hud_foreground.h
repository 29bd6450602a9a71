/* A program that has the terminal for a while, in front of the HUD. */
#ifndef HUD_FOREGROUND_H
#define HUD_FOREGROUND_H

#include <sys/types.h>

/* Starts the program at `path` in a process group of its own, which becomes the foreground of `terminal`. Its standard input is `input`, its
   standard output and error are `terminal`. `variables` is NULL for the environment of this process. Returns 0 or an errno, as hud_start does. */
int hud_foreground_start(
    const char *path, char *const words[], char *const variables[], int input, int terminal, pid_t *process);

/* Makes `group` the foreground of the terminal, also if the caller is in the background. Returns 0, or -1 with errno. */
int hud_foreground_set(int terminal, pid_t group);

#endif

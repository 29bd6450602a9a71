/* The one way to start a program. */
#ifndef HUD_START_H
#define HUD_START_H

#include <signal.h>
#include <sys/types.h>

/* A descriptor of the caller, and the number that the program has for it. */
struct hud_start_descriptor {
    int from, to;
};

/* What to start, and how. A field that is zero stands for what the program inherits. */
struct hud_start {
    /* The words of the command, ended by NULL. */
    char *const *argv;
    /* The program's path. NULL: the program that the first word names, found by PATH of the program's environment. A script without a #! line is run
       by the shell. */
    const char *path;
    /* NULL: hud_copy_environment(). */
    char *const *environment;
    const char *directory;
    /* Applied in this order. A number that an entry has set must not be the `from` of a later one. */
    const struct hud_start_descriptor *descriptors;
    int descriptor_count;
    /* Whether the program has no descriptors but the standard ones. */
    int closes_others;
    /* Whether the program is in a process group of its own. */
    int has_group;
    /* The terminal whose foreground becomes the program's process group. */
    int terminal;
    /* Gets the process's number, as an int, before the program runs. */
    int announced;
    /* Signals that are ignored here and have their default action in the program. Signals that are caught here always have it. */
    sigset_t defaults;
    /* Whether SIGCHLD is ignored in the program. */
    int ignores_children;
    /* The program's signal mask. */
    sigset_t mask;
};

/* Starts a program. Returns 0, or the errno of the step that has failed; `process` is -1 then if there was no process for it.

   No handler of this process runs in the new one. A stop that comes before the program runs takes effect when it does, because the caller waits for
   that. On Linux, SIGSTOP is an exception. Async-signal-safe if `environment` is not NULL. */
int hud_start(const struct hud_start *start, pid_t *process);

/* As fork(2), but none of the caller's handlers runs in the new process: signals that are caught have their default action there, and all are blocked
   if `blocks_signals`. Async-signal-safe. */
pid_t hud_fork(int blocks_signals);

/* Writes an int to a process of the same program. */
void hud_write_int(int fd, int value);

/* Reads an int; 0 at the end of file. */
int hud_read_int(int fd);

#endif

/* Processes: starting one, how it ended (macros of wait.h), and what has come of it. */
#ifndef HUD_PROCESS_H
#define HUD_PROCESS_H

#include <signal.h>
#include <sys/types.h>

/* Whether who started us is a shell with job control, which is told of stops. Of our own group, it waits for an end and nothing else; of
   another session, nobody could have us go on. */
int hud_is_under_job_control(void);

/* Starts a program: `path` itself, or with `searches` what PATH finds by that name. The signals in `defaults` get their default action
   back, and the signal mask is `mask`. 0 or an errno.
   In C, because the attributes are structures on one system and pointers on the other. */
int hud_spawn(
    pid_t *process, const char *path, int searches, char *const argv[], const int defaults[], int defaults_count,
    const sigset_t *mask);

int hud_was_killed(int status);

int hud_killing_signal(int status);

int hud_is_stopped(int status);

int hud_stopping_signal(int status);

int hud_is_continued(int status);

int hud_exit_status(int status);

/* Sends a signal to a child of ours and to what has come of it in our own process group, parents before their children: a shell whose
   command is ended first would begin with the next one. What has lost its parent is not found. */
void hud_signal_family(pid_t root, int number);

#endif

/* Processes: decode their wait status, and signal one and its descendants. */
#ifndef HUD_PROCESS_H
#define HUD_PROCESS_H

#include <signal.h>
#include <sys/types.h>

/* Whether the parent is a shell with job control, which notices when we stop. A parent in our own process group only waits for the end; one
   in another session could not continue us. */
int hud_is_under_job_control(void);

/* The foreground process group of the terminal that controls a process; -1 if that is not known. Async-signal-safe. */
pid_t hud_foreground_of(pid_t process);

/* The number of processors that this process may use; at least 1. */
int hud_processor_count(void);

/* The processor time that the calling thread has used, in nanoseconds. */
long long hud_thread_time(void);

/* The time since 1970 (UTC), in nanoseconds. */
long long hud_wall_time(void);

/* The macros of sys/wait.h. */
int hud_was_killed(int status);
int hud_killing_signal(int status);
int hud_is_stopped(int status);
int hud_stopping_signal(int status);
int hud_is_continued(int status);
int hud_exit_status(int status);

/* A process to send signals to that may end at any time. */
struct hud_process {
    pid_t id;
    /* A pidfd, which stands for this process even when its number is in use again; -1 where the system has none (macOS, Linux before 5.3). */
    int descriptor;
};

/* This process, for its children. */
struct hud_process hud_process_self(void);

/* Any process that is not reaped yet. */
struct hud_process hud_process_open(pid_t id);

/* Whether a process is stopped. Elsewhere than on Linux only a child of the caller is known. */
int hud_process_is_stopped(pid_t id);

void hud_process_close(struct hud_process *process);

/* Sends a signal, and never to another process: without a pidfd, only to the caller's parent. Async-signal-safe. Returns whether it was sent. */
int hud_process_signal(const struct hud_process *process, int number);

/* Sends a signal to a child process and to its descendants in our own process group, parents before children: otherwise a shell whose
   command ends first would start the next one. A descendant that lost its parent is not found. */
void hud_signal_descendants(pid_t root, int number);

#endif

/* A session for a job. Its leader is a process between hud-demo and the job, as a shell is. */
#ifndef HUD_JOB_SESSION_H
#define HUD_JOB_SESSION_H

#include "hud_process.h"
#include "hud_terminal.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* How to start the job. */
struct hud_job_request {
    /* The session's controlling terminal; 0 if it has none. */
    int terminal;
    /* What becomes the job's standard descriptors; 0 for those that it inherits. Above the standard descriptors. */
    int standard[3];
    /* What becomes the job's descriptor `progress_number`; 0 if there is none. */
    int progress, progress_number;
    /* Descriptors that the job has under their numbers; 0 for none. */
    int inherited[2];
    /* The job's working directory and environment; NULL for those of this process. */
    const char *directory;
    char *const *environment;
    /* hud-demo's own terminal, and how to restore it. */
    int own_terminal;
    const struct hud_saved_terminal *saved;
    /* The job's descriptors that become `terminal`, as a bit mask. */
    uint64_t replaced;
    /* Whether the job starts in the foreground. */
    bool is_foreground;
    char *const *argv;
    /* Signals that hud-demo ignores and its parent did not. */
    sigset_t defaults;
    /* Whether the job inherits an ignored SIGCHLD, which hud-demo itself can't keep. */
    bool ignores_children;
    /* The job's signal mask. */
    sigset_t mask;
};

/* A change of the job: its wait status, and what it has cost if it has ended. */
struct hud_job_report {
    int status;
    struct hud_usage usage;
};

/* A session that has been started. */
struct hud_job_session {
    pid_t leader;
    /* Commands are written here. The leader ends when it is closed, and hangs up a job that still runs. */
    int commands;
    /* A hud_job_report is read here for each change of the job. */
    int reports;
    /* The job's process and process group. */
    pid_t job;
    /* Whether the leader waits with the job until hud_job_session_start. */
    bool has_terminal;
    /* Until the job has started: an errno, as an int, if it could not. End of file if it could. */
    int errors;
};

/* Starts the leader. From here on it restores hud-demo's terminal if hud-demo is killed. In a session without a terminal, it starts the job. Returns 0, or a
   negative errno. */
int hud_job_session_prepare(const struct hud_job_request *request, struct hud_job_session *session);

/* Starts the job, if the leader has not. Returns 0, a positive errno if the command can't be executed, or a negative one if the session failed; -ESRCH if
   the leader was killed before. */
int hud_job_session_start(struct hud_job_session *session);

/* Tells the leader to send a signal to the job, or to its process group. SIGCONT always continues the group, which gets the foreground if
   `is_for_group` is set. If the leader is stopped, it is continued, and if its commands are full, the call waits for a second at most; with 0 for `leader`
   it does neither. Async-signal-safe. Returns whether the leader was told. */
bool hud_job_session_command(int commands, pid_t leader, int number, bool is_for_group);

/* Tells the leader in the same way that this process runs, and has read the reports of so many stops of the job, modulo 256. The leader waits for that
   after each stop: until then it may have to wake this process. Returns whether the leader was told. */
bool hud_job_session_answer(int commands, pid_t leader, unsigned char stops);

/* Kills the process group of a job whose leader was killed, and which no one would end or wait for any more. The leader must not be reaped yet: until then
   its session's number is no other's. */
void hud_job_session_kill(pid_t leader, pid_t job);

/* Reaps a leader that ends, with the options of waitpid(2). One that is stopped is continued. Returns whether it is gone. */
bool hud_job_session_reap(pid_t leader, int options);

/* Ends a session whose job has ended: closes the commands, so that the leader ends. Returns whether it is reaped. On macOS the exit of a session leader with
   a terminal waits until the output of that has been read, so it is reaped here, and what comes from `master` is discarded meanwhile. */
bool hud_job_session_end(struct hud_job_session *session, int master);

/* Ends a session whose job has ended and has left processes behind that have its terminal open: another process passes on what they print, from
   `master` to `terminal` (-1: nowhere), until the last of them has closed it. The session and its leader, which is not reaped, last as long, because
   the kernel hangs up a terminal when its session's leader exits. Returns 0, or -1 if there is no such process. */
int hud_job_session_hand_over(struct hud_job_session *session, int master, int terminal);

/* Waits for a child process while it reads and discards what comes from `master`. */
void hud_reap_draining(pid_t process, int master);

#endif

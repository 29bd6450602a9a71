/* The leader of a job's session: a process between hud-demo and the job that does what a shell does. The leader must not be the job
   itself, because the job's process group would then be orphaned, and the kernel does not stop the members of an orphaned process group on ^Z.

   After a fork only async-signal-safe functions are called, so this is C. execvp, which is not on POSIX's list, allocates nothing in
   glibc and on macOS. */
#ifndef LEADER_H
#define LEADER_H

#include <sys/types.h>

#include "hud_job_session.h"

enum {
    /* A command to the leader is the number of a signal, with this bit if it is for the job's whole process group. 0 only answers a stop. */
    HUD_LEADER_GROUP = 0x80,
    /* The descriptors of the leader. */
    HUD_LEADER_TERMINAL = 0,
    HUD_LEADER_REPORTS = 1,
    HUD_LEADER_COMMANDS = 2,
    HUD_LEADER_OURS = 3,
    HUD_LEADER_REST = 4
};

/* Runs the leader, with all signals blocked. `parent` is hud-demo; the leader writes to `errors` why the job could not be started. */
void hud_leader_run(const struct hud_job_request *request, pid_t parent, int reports, int commands, int errors);

/* Writes an int to another process of the same program. */
void hud_write_int(int fd, int value);

/* Reads an int; 0 at the end of input. */
int hud_read_int(int fd);

#endif

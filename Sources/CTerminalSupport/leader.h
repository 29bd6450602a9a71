/* The leader of a job's session: a process between hud-demo and the job, as a shell is. A session needs a leader that is not the job
   itself, for the job's process group would be an orphaned one then, where the kernel lets nobody be stopped by ^Z.

   After a fork nothing is called that is not async-signal-safe; so this is C. execvp, which is not on POSIX's list, allocates nothing in
   glibc and on macOS. */
#ifndef LEADER_H
#define LEADER_H

#include <sys/types.h>

#include "hud_job_session.h"

enum {
    /* A command to the leader: a signal's number, with this bit where it is for the job's whole process group. 0 only answers a stop. */
    HUD_LEADER_GROUP = 0x80,
    /* Where the leader keeps what it needs. */
    HUD_LEADER_TERMINAL = 0,
    HUD_LEADER_REPORTS = 1,
    HUD_LEADER_COMMANDS = 2,
    HUD_LEADER_OURS = 3,
    HUD_LEADER_REST = 4
};

/* The leader's life, with all signals blocked. `parent` is hud-demo; `errors` is where it says why there is no job. */
void hud_leader_run(const struct hud_job_request *request, pid_t parent, int reports, int commands, int errors);

/* Writes an int; both sides are of one program. */
void hud_write_int(int fd, int value);

/* Reads an int; 0 at the end. */
int hud_read_int(int fd);

#endif

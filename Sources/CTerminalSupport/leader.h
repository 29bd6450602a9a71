/* The leader of a job's session: a process between hud-demo and the job, as a shell is. A session needs a leader other than the job, because the
   job's process group would otherwise be orphaned, and the kernel lets no ^Z stop an orphaned process group.

   After a fork only async-signal-safe functions are called, so this is C. */
#ifndef LEADER_H
#define LEADER_H

#include "hud_job_session.h"
#include "hud_process.h"

enum {
    /* A command is a signal's number, with this bit if it is for the job's whole process group. SIGCONT always is, and gives the job the
       foreground if it has the bit. 0 is an answer: the number of stops whose reports hud-demo has read follows, in one byte. */
    HUD_LEADER_GROUP = 0x80,
    /* The commands will be closed because the session ends. Otherwise hud-demo was killed, and the leader restores its terminals. */
    HUD_LEADER_RELEASE = 0x7F,
    /* The leader's descriptors. */
    HUD_LEADER_TERMINAL = 0,
    HUD_LEADER_REPORTS = 1,
    HUD_LEADER_COMMANDS = 2,
    HUD_LEADER_OURS = 3,
    HUD_LEADER_PARENT = 4,
    HUD_LEADER_REST = 5
};

/* The leader's process, with all signals blocked. `parent` is hud-demo. An errno goes to `errors` if there will be no job. Does not return. */
void hud_leader_run(const struct hud_job_request *request, const struct hud_process *parent, int reports, int commands, int errors);

#endif

/* A session for a job, whose leader is a process between hud-demo and the job. */
#ifndef HUD_JOB_SESSION_H
#define HUD_JOB_SESSION_H

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

#include "hud_loan.h"

/* What is wanted of a session. */
struct hud_session_order {
    /* The terminal that is to be its controlling terminal. */
    int terminal;
    /* hud-demo's own terminal. */
    int ours;
    const struct hud_loan *loan;
    /* Which of the first descriptors it takes the place of: a bit each. */
    uint64_t replaced;
    /* Whether the job begins in the foreground. */
    int is_foreground;
    char *const *argv;
    /* Signals that are ignored by us, and not by whoever started us. */
    sigset_t defaults;
    /* Whether whoever started us ignores the end of children, which we can't. */
    int ignores_children;
    /* The signals that the job finds blocked. */
    sigset_t mask;
};

/* What there is of it. */
struct hud_session_ends {
    pid_t leader;
    /* Commands are written here. Once it is closed the leader ends; where the job has not, it is hung up. */
    int commands;
    /* What waitpid(2) says of the job is read here, an int each. */
    int reports;
    /* The job, and its process group. */
    pid_t job;
    /* Before the job has begun: why there is none is read here, an errno as an int. Its beginning is the end of this. */
    int errors;
};

/* Makes a session of its own for a command. From now on, whatever becomes of us, there is somebody who gives our terminal back. 0, or an
   errno made negative. */
int hud_session_prepare(const struct hud_session_order *order, struct hud_session_ends *ends);

/* Begins with the command. 0, or an errno; one of the session and not of the command is made negative. */
int hud_session_start(struct hud_session_ends *ends);

/* Has the leader send a signal, to the job or to its group. In a handler too. Returns whether it is told. */
int hud_session_command(int commands, int number, int is_for_group);

#endif

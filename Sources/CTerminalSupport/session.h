/* What gives terminals back: everything of TerminalSession that runs in a signal handler. It is C because Swift promises nothing of
   what it calls on the way; here nothing is called that POSIX does not list as async-signal-safe. Whatever is written here holds for
   Linux and macOS. All state lies in one table. */
#ifndef SESSION_H
#define SESSION_H

#include "hud_session.h"

#include <signal.h>
#include <stdint.h>
#include <termios.h>

enum {
    /* Above the last signal that we catch. */
    HUD_SIGNALS = 32,
    /* How long a handler waits for a frame to be finished, and how long for a terminal to take bytes. Either is as a rule over at
       once; a terminal that is held (^S) or whose connection is dead is given up, for the process has to end. */
    HUD_PATIENCE_MS = 100
};

/* One terminal that somebody has changed. Allocated once and never freed, for a handler may look at it at any time. */
struct hud_session {
    /* Neither changes once others can see it. */
    struct hud_session *next;
    int number;
    /* The number of the session, counted up; 0 while nobody uses this. */
    uint64_t order;
    /* A forked child must not give its parent's terminal back. */
    pid_t process;
    int descriptor;
    /* Whether it is given back before a handler of the host's runs. */
    int chains;
    /* Held while bytes are written. */
    int lock;
    /* Which run of a handler holds the lock. */
    const void *holder;
    /* Whether something is on the terminal that the farewell takes off. */
    int is_armed;
    /* 0: it is ours. 1: a handler has given it back. 2: a handler was to, and the terminal took nothing. */
    int given;
    int64_t interruptions;
    int restores_settings, has_own_settings;
    /* As it was found, and as it was when it was given back. */
    struct termios found, own;
    /* Where it is known how the program has it: settings that are others now are somebody else's, and left alone. */
    int has_expected;
    struct termios expected;
    /* Which of the two farewells is good. The other may be half written. */
    int farewell;
    size_t counts[2];
    unsigned char farewells[2][HUD_FAREWELL_CAPACITY];
};

enum { HUD_SIGNAL_FREE = 0, HUD_SIGNAL_DEFAULT, HUD_SIGNAL_OF_HOST };

struct hud_sessions {
    struct hud_session *first;
    uint64_t last_order;
    /* The process is on its way out: nothing is drawn any more. */
    int is_over;
    /* How many handlers of the host's, or stops, are under way. */
    int depth;
    struct {
        /* What a signal did when we took it. */
        int kind;
        struct sigaction before;
    } signals[HUD_SIGNALS];
};

/* All there are, and what their handler has to know. */
extern struct hud_sessions hud_sessions;

/* ---- session.c: one of them ---- */

/* Blocks the signals that are caught, so that no handler interrupts the thread that holds a session. */
void hud_session_block_signals(sigset_t *mask);

/* Waits for the session's lock until `deadline`, or for ever where that is negative. Returns whether it was to be had. */
int hud_session_take_lock(struct hud_session *session, int64_t deadline);
void hud_session_drop_lock(struct hud_session *session);

int hud_session_may_set(const struct hud_session *session);
int hud_session_is_as_expected(const struct hud_session *session);
void hud_session_set(const struct hud_session *session, const struct termios *settings);

/* Gives one terminal back, by a handler. */
void hud_session_restore(struct hud_session *session);

/* The program's own settings, once it is in the foreground again. */
void hud_session_reapply(struct hud_session *session);

/* ---- sessions.c: all of them ---- */

/* Gives all terminals back, what was taken last first; for a handler of the host's only those that were said to be. First every write
   is waited for, for several sessions may share a terminal. */
void hud_sessions_restore(int is_for_host);

/* The process lives on: the terminals are ours again, with nothing of ours on them. */
void hud_sessions_resume(void);

/* We were continued, and had perhaps been stopped where we could not see it (SIGSTOP): who knows what is on the screen now. */
void hud_sessions_continued(void);

/* For atexit. */
void hud_sessions_exit(void);

/* ---- session_signals.c: their handler ---- */

/* Takes all signals that a way out may begin with; where `chains`, also those that the program has a handler for. */
void hud_sessions_catch_all(int chains);

#endif

/* Restores terminals: the part of TerminalSession that runs in a signal handler. It is C because Swift does not guarantee which functions its
   code calls; this code calls only functions that POSIX lists as async-signal-safe. It works on Linux and macOS. All state is in one
   table. */
#ifndef SESSION_H
#define SESSION_H

#include "hud_session.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <termios.h>

enum {
    /* Greater than every signal that is caught. */
    HUD_SIGNALS = 32,
    /* How long a handler waits for the end of a frame, and for a terminal to accept bytes. Usually neither takes any time. A terminal that
       is held (^S) or whose connection is dead is given up, because the process has to end. */
    HUD_PATIENCE_MS = 100,
    /* The same for the process that restores the terminals of one that was killed. */
    HUD_LATE_PATIENCE_MS = 2000
};

/* A terminal that was changed. Allocated once and never freed, because a handler can read it at any time. The first ones are in memory that the
   leaders of jobs' sessions share. Atomic members may change while the session is locked. */
struct hud_session {
    /* These two do not change once the session is in the list. */
    struct hud_session *next;
    int number;
    /* The number of the session, in order of beginning; 0 while this entry is free. */
    _Atomic uint64_t order;
    /* The owner. A forked child must not restore its parent's terminal. */
    pid_t process;
    int descriptor;
    /* Whether the terminal is also restored before a handler of the host program runs. */
    int chains;
    /* Locked while bytes are written. */
    _Atomic int lock;
    /* The run of a handler that holds the lock. */
    const void *_Atomic holder;
    /* Whether there is something on the terminal that the farewell removes. */
    _Atomic int is_armed;
    /* 0: the terminal is ours. 1: a handler has restored it. 2: a handler has tried to, and the terminal was blocked. */
    _Atomic int given;
    _Atomic int64_t interruptions;
    int restores_settings, has_own_settings;
    /* The original settings, and the settings when the terminal was restored. */
    struct termios found, own;
    /* Whether `expected` is valid. If the current settings differ from it, another program has changed them, and they are left alone. */
    int has_expected;
    struct termios expected;
    /* The index of the valid farewell. The other one may be incomplete. */
    _Atomic int farewell;
    size_t counts[2];
    unsigned char farewells[2][HUD_FAREWELL_CAPACITY];
    /* For a process that lives on after SIGKILL: the terminal, and what may be written there when another program has taken it. */
    char name[64];
    uint64_t device, file;
    size_t late_count, late_modes_count;
    unsigned char late[HUD_LATE_CAPACITY];
};

enum { HUD_SIGNAL_FREE = 0, HUD_SIGNAL_DEFAULT, HUD_SIGNAL_OF_HOST };

struct hud_sessions {
    struct hud_session *_Atomic first;
    uint64_t last_order;
    /* The process is ending: nothing is drawn any more. */
    _Atomic int is_over;
    /* The number of handlers of the host program, and of stops, in progress. */
    _Atomic int depth;
    /* The number of handlers that take the locks of sessions. */
    _Atomic int takers;
    /* Locked while the actions of signals are read and set. */
    _Atomic int actions;
    /* Whether a session has chained the handlers of the host program. */
    int chains;
    /* The number of stops in progress, and the actions of SIGTSTP and SIGCONT before the first of them. */
    _Atomic int stops;
    int takes_go;
    /* Whether a SIGCONT has come since the last SIGTSTP. */
    _Atomic int is_continued;
    struct sigaction stop, go;
    struct {
        /* The action of the signal before we caught it. */
        _Atomic int kind;
        struct sigaction before;
    } signals[HUD_SIGNALS];
};

/* All sessions, and the state of the handler. */
extern struct hud_sessions hud_sessions;

/* ---- session.c: one session ---- */

/* The session with that number; NULL if there is none. */
struct hud_session *hud_session_find(int number);

/* Catches the signals that end or stop the process, and restores the terminals at exit. */
void hud_sessions_prepare(bool chains);

/* Blocks the signals that are caught, so that no handler interrupts the thread that holds a session. */
void hud_session_block_signals(sigset_t *mask);

/* Waits for a lock until `deadline`, or without limit if that is negative. Returns whether it was taken. */
bool hud_take_lock(_Atomic int *lock, int64_t deadline);
void hud_drop_lock(_Atomic int *lock);

/* The same for a session's lock. Without a limit, a handler comes first. */
bool hud_session_take_lock(struct hud_session *session, int64_t deadline);

bool hud_session_may_set(const struct hud_session *session);
bool hud_session_is_as_expected(const struct hud_session *session);
void hud_session_set(const struct hud_session *session, const struct termios *settings);

/* Restores one terminal, in a handler. */
void hud_session_restore(struct hud_session *session);

/* Applies the program's own settings again, once it is in the foreground. */
void hud_session_reapply(struct hud_session *session);

/* ---- session_killed.c: another process restores the terminals after SIGKILL ---- */

/* Returns NULL if there is no more room in the shared memory. */
struct hud_session *hud_session_new_shared(void);

/* Records which terminal the session's descriptor is. */
void hud_session_note_terminal(struct hud_session *session);

/* ---- sessions.c: all sessions ---- */

enum hud_restoration {
    /* The process ends, and nothing is drawn any more. */
    HUD_FOR_GOOD,
    /* The process stops. */
    HUD_FOR_STOP,
    /* A handler of the host program runs: only sessions with `chains`. */
    HUD_FOR_HOST
};

/* Restores all terminals in the reverse order of their beginnings. First it waits for every write, because several sessions may share a terminal.
   Then it gives captured descriptors back. */
void hud_sessions_restore(enum hud_restoration reason);

/* Restores all terminals and carries out the default action of a signal. For a signal handler. */
void hud_sessions_end_process(int number, const siginfo_t *info);

/* The process continues: the terminals are ours again, and nothing of ours is on them. */
void hud_sessions_resume(void);

/* The process was continued, perhaps after a SIGSTOP, which cannot be caught: the content of the screen is unknown. */
void hud_sessions_continued(void);

/* Whether this process has a session that restores the settings of the terminal on `fd`. */
bool hud_sessions_have_settings_of(int fd);

/* Whether a handler has tried to restore the terminal on `fd`, and the terminal was blocked. */
bool hud_sessions_owe_farewell(int fd);

/* Called by atexit. */
void hud_sessions_exit(void);

/* ---- session_signals.c: the handler ---- */

/* Catches all signals that can end or stop the process; with `chains`, also those for which the program has a handler. */
void hud_sessions_catch_all(bool chains);

/* Catches one of them, if it is one. */
void hud_sessions_catch_again(int number, bool chains);

#endif

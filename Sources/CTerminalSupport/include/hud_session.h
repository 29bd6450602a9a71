/* Sessions: each gives one terminal back on every way out of the process. TerminalSession is their face in Swift.

   A session is named by a number, as an open file is by its descriptor. */
#ifndef HUD_SESSION_H
#define HUD_SESSION_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The longest farewell, in bytes, and the longest of those that come late. */
enum { HUD_FAREWELL_CAPACITY = 1024, HUD_LATE_CAPACITY = 96 };

/* Begins a session, the latest of all, and catches the signals that end or stop the process. Returns its number, or -1 if there is no
   memory.

   farewell: what is written to `descriptor` to give the terminal back; nothing if it exceeds HUD_FAREWELL_CAPACITY.
   restores_settings: whether the terminal's settings, as they are now, are restored too.
   chains: whether signals that the program handles itself are caught as well, and passed on to its handler. */
int hud_session_begin(int descriptor, const void *farewell, size_t count, bool restores_settings, bool chains);

/* Sets what is written instead of the farewell if the process was killed by SIGKILL and another program has the terminal by the time that another process
   notices. The first `modes_count` bytes do not depend on where the cursor is. The rest is written only if that program is the shell, and erases what is
   after the cursor. Nothing if all exceed HUD_LATE_CAPACITY. */
void hud_session_set_late_farewell(int session, const void *bytes, size_t count, size_t modes_count);

/* A process that was killed, as it was known while it lived: its number, its process group, and the leader of its session. */
struct hud_killed {
    pid_t process, group, session;
};

/* Makes the memory in which a child process finds the sessions of this one. Call it before the child is forked. */
void hud_sessions_share(void);

/* Restores the terminals of the parent process that was killed, in a child that shares its sessions. Async-signal-safe. */
void hud_sessions_restore_killed(const struct hud_killed *killed);

/* Catches the signals that end or stop the process, if they have their default actions, and lets nothing here change the actions of signals until the
   release. Meanwhile no session begins, and a stop waits. For a library that changes actions and sets them back. */
void hud_sessions_hold_actions(sigset_t *mask);
void hud_sessions_release_actions(const sigset_t *mask);

/* The action of a signal that another handler replaces for a while, and what the handler of sessions knows of it. */
struct hud_replaced_action {
    struct sigaction action, host;
    int kind;
};

void hud_action_save(int number, struct hud_replaced_action *saved);

/* Sets the action again. If a session has begun, the signals of sessions are caught from then on. */
void hud_action_restore(int number, const struct hud_replaced_action *saved);

/* Locks a session against handlers and other threads, and blocks the signals that are caught; `mask` receives the signal mask to restore. */
void hud_session_lock(int session, sigset_t *mask);
void hud_session_unlock(int session, const sigset_t *mask);

/* What was true of a terminal when a frame was prepared for it. */
struct hud_tick_facts {
    /* The terminal whose echo must be on; -1 if the echo does not matter. */
    int keyboard;
    /* Whether a keyboard that is relayed (hud_settings_relay) counts as one with echo. */
    bool allows_relayed;
    int columns, rows;
    /* The process group of this process, which must be in the foreground. */
    int group;
    /* The lines that were typed on the terminal and that no program has read (hud_unread_lines). */
    int unread_lines;
    int64_t interruptions;
};

/* Locks a session to write a prepared frame. Returns false, without the lock, if a fact no longer holds, if the session may not write, or if signals
   could interrupt this thread: that is for hud_session_lock, which blocks them. */
bool hud_session_lock_for_tick(int session, const struct hud_tick_facts *facts);
void hud_session_unlock_after_tick(int session);

/* How often the terminal was given back and taken again. */
int64_t hud_session_interruptions(int session);

/* After SIGSTOP, which leaves the terminals as they are: a shell that has one by now gets its modes back. Where the HUD is, below the shell's prompt or above,
   is not known, so it stays. In the foreground everything is drawn again. Called by the handler of SIGCONT, and by a thread that sees before it that this
   process is in the background. */
void hud_sessions_give_back_late(void);

/* Whether the process is ending. From then on the signal handler, or atexit, restores the terminals: the calls below leave every session as it
   is. */
bool hud_sessions_are_over(void);

/* ---- with the session locked ---- */

/* Replaces the farewell. Returns false if it is too long. */
bool hud_session_set_farewell(int session, const void *bytes, size_t count);

/* Whether a caller that has seen `seen` interruptions may write now. A negative number stands for any. */
bool hud_session_may_write(int session, int64_t seen);

/* Whether a handler has given the terminal back and written the farewell. A terminal that was blocked then still lacks both. */
bool hud_session_is_restored(int session);

/* Notes the terminal's settings, as they are now, as the program's own. */
void hud_session_note_settings(int session);

/* Says that bytes are about to be written which the farewell takes off again. */
void hud_session_arm(int session);

/* Returns the farewell if it still has to be written, and leaves it to the caller; NULL otherwise. */
const void *hud_session_take_farewell(int session, size_t *count);

/* Ends a session. Its number may be given to the next one once it is unlocked. */
void hud_session_end(int session);

/* Output that is held behind a full screen, for the case that the process ends there. */

/* From now on, if the process ends, what is in `file` is written to `terminal` when the terminals have been restored. Returns whether there is room. */
bool hud_held_begin(int file, int terminal);

/* The owner writes a part of it itself. Signals of this thread are blocked meanwhile, and a handler in another thread waits, for 0.1 s at most. Returns
   what hud_held_unlock takes; -1 if hud_held_print has written it. */
int hud_held_lock(int terminal, sigset_t *mask);

/* The owner has written it up to `start`, or all of it if that is negative. */
void hud_held_unlock(int entry, off_t start, const sigset_t *mask);

/* Writes what is held for all terminals. Async-signal-safe. */
void hud_held_print(void);

#endif

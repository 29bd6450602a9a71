/* Signals: what they do, where they come from, and a thread for their handlers. */
#ifndef HUD_SIGNALS_H
#define HUD_SIGNALS_H

#include <signal.h>
#include <stdint.h>

int hud_signal_is_default(int number);

int hud_signal_is_ignored(int number);

/* Catches a signal; system calls go on after it. */
int hud_catch(int number, void (*handler)(int, siginfo_t *, void *));

/* Whether a signal was sent by a process, with kill or the like, and not by the terminal. */
int hud_signal_is_from_process(const siginfo_t *info);

/* Whether we have sent it ourselves, to our own process group. */
int hud_signal_is_own(const siginfo_t *info);

/* Whether a signal is passed on to the job, and no business of our own. */
int hud_signal_is_for_job(int number);

/* Starts a thread that is there for handlers to run in, while all others have their signals blocked: in the middle of a write, or for good. */
int hud_start_signal_thread(void);

/* Ends this process by a signal, as its job ended, without a second core file. Returns where the signal can't do that. */
void hud_die_by(int number);

int64_t hud_milliseconds(void);

#endif

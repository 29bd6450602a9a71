/* Signals: actions, senders, and a thread for handlers to run on. */
#ifndef HUD_SIGNALS_H
#define HUD_SIGNALS_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

int hud_signal_is_default(int number);
int hud_signal_is_ignored(int number);

/* Catches a signal, with SA_RESTART. */
int hud_catch(int number, void (*handler)(int, siginfo_t *, void *));

/* How a kernel tells who sent a signal. */
enum hud_signal_rules {
    /* si_code is positive if the kernel sent it, for example for a key. */
    HUD_LINUX_RULES,
    /* si_code says nothing. The terminal's signals come from the kernel, or from the process that writes to the terminal's other end, which
       belongs to another session. */
    HUD_DARWIN_RULES
};

/* Whether a process sent a signal, with kill(2) or the like, and not the terminal. `is_in_session`: whether `sender` is in the receiver's
   session. */
int hud_signal_has_sender(enum hud_signal_rules rules, int number, int code, pid_t sender, int is_in_session);

/* The same for a signal that this process has received. Async-signal-safe. */
int hud_signal_is_from_process(const siginfo_t *info);

/* Whether the signal is a fault of the program, which occurs again when the handler returns. */
int hud_signal_is_fault(const siginfo_t *info);

/* Whether this process sent it, for example to its own process group. */
int hud_signal_is_own(const siginfo_t *info);

/* Whether a signal is passed on to the job. */
int hud_signal_is_for_job(int number);

/* Starts a detached thread that calls `body` with `context`, with the signal mask of the caller. `stack_size` in bytes; 0: the system's. Returns 0
   or -1. */
int hud_start_thread(void *(*body)(void *), void *context, size_t stack_size);

/* Starts a thread that only runs signal handlers. All other threads may have signals blocked, some for as long as a write takes. Returns 0
   or -1. */
int hud_start_signal_thread(void);

/* Ends this process by a signal, without a core file. Returns if the signal does not end it. */
void hud_die_by_signal(int number);

/* The monotonic clock. */
int64_t hud_milliseconds(void);

#endif

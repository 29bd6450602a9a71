/* Signals: actions, senders, and a thread for handlers to run on. */
#ifndef HUD_SIGNALS_H
#define HUD_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

bool hud_signal_is_default(int number);
bool hud_signal_is_ignored(int number);

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
bool hud_signal_has_sender(enum hud_signal_rules rules, int number, int code, pid_t sender, bool is_in_session);

/* The same for a signal that this process has received. Async-signal-safe. */
bool hud_signal_is_from_process(const siginfo_t *info);

/* Whether the signal is a fault of the program, which occurs again when the handler returns. */
bool hud_signal_is_fault(const siginfo_t *info);

/* Whether this process sent it, for example to its own process group. */
bool hud_signal_is_own(const siginfo_t *info);

/* Whether a signal is passed on to the job. */
bool hud_signal_is_for_job(int number);

/* Whether the job's whole process group gets it, and not only its process. timeout(1), a shell's `kill %1` and a shell whose terminal is closed signal a
   process group, which the job's would be without hud-demo. SIGUSR1 and SIGUSR2 are for the process that knows what they mean. */
bool hud_signal_is_for_group(int number, bool is_from_process);

/* Blocks all signals in this thread. `before` receives the mask; it can be NULL. Async-signal-safe. */
void hud_block_signals(sigset_t *before);

/* Blocks or unblocks one signal in this thread, as pthread_sigmask(3) does. The same otherwise. */
void hud_mask_signal(int how, int number, sigset_t *before);

/* Starts a detached thread that calls `body` with `context`. All its signals are blocked but those of faults: the program's own threads take its signals.
   Returns 0 or -1. */
int hud_start_thread(void *(*body)(void *), void *context);

/* Starts the thread that only runs signal handlers, with the caller's mask and without SIGTSTP and SIGCONT, so that one
   thread takes both in their order. All other
   threads may have signals blocked, some for as long as a write takes. Returns 0 or -1. */
int hud_start_signal_thread(void);

/* Ends that thread, and waits for a handler that runs there. */
void hud_end_signal_thread(void);

/* Ends this process by a signal, without a core file. Returns if the signal does not end it. */
void hud_die_by_signal(int number);

/* How soon after a signal that asks this process to end another one that a process sent belongs to the same request: timeout(1) signals its command and then
   the command's process group. */
enum { HUD_SAME_REQUEST_MS = 300 };

/* The monotonic clock. */
int64_t hud_milliseconds(void);

/* Signals as bytes in a pipe. The handler is C because Swift does not guarantee which functions its code calls. A process has one pipe. */

enum {
    /* A byte of the pipe is the number of a signal, with this bit if a process has sent it; 0 is a wake-up. */
    HUD_SIGNAL_OF_PROCESS = 0x80,
    /* The most bytes of a read. */
    HUD_SIGNAL_MESSAGES = 320,
    /* In place of the descriptor of a leader's commands: there is no job, or no longer one. */
    HUD_NO_LEADER = -1
};

/* Opens the pipe. Returns the end to read from; or -1 and errno, which is EBUSY if the pipe is open already. */
int hud_signal_pipe_open(void);

/* Ends what hud_signal_pipe_set_leader has begun, before the signals are no longer caught: a program may have blocked them in all threads of its own. */
void hud_signal_pipe_end_thread(void);

/* Closes the pipe, when its signals are no longer caught. The descriptors stay for the next one, because a handler may be about to write. */
void hud_signal_pipe_close(void);

/* Catches a signal. What this process sends itself is left out. A second signal that ends a job ends the process if the first one has not been read for a
   second: the reader is blocked then by a terminal or a pipe that takes no more. */
void hud_signal_pipe_catch(int number);

/* Writes a byte, or notes it if the pipe is full. Async-signal-safe. */
void hud_signal_pipe_post(unsigned char byte);

/* Reads the bytes since the last call, without those of signals that the handler has passed on. Returns their count. */
size_t hud_signal_pipe_read(unsigned char bytes[HUD_SIGNAL_MESSAGES]);

/* Whether a byte has arrived since the last read. */
bool hud_signal_pipe_has_messages(void);

/* Where the handler passes signals on while the reader is busy: the descriptor of a leader's commands, or HUD_NO_LEADER. */
void hud_signal_pipe_set_leader(int commands);

/* Whether the reader works instead of waiting: a blocked terminal can keep it from waiting forever. Returns whether a byte has arrived, which must be read
   first. */
bool hud_signal_pipe_set_busy(bool is_busy);

/* Whether SIGCONT has arrived after the last SIGTSTP. */
bool hud_signal_pipe_is_continued(void);

/* ^C (SIGINT) for a program that ends its work itself and then ends by the signal. */

/* Catches SIGINT until hud_interrupts_end. The first one makes a thread call `interrupted`. A second one ends the process as if none were
   caught: with its terminals restored. Returns 0, or -1 if SIGINT is ignored or the system has no thread or pipe left.

   Calls must not overlap: begin, end, begin, end. */
int hud_interrupts_begin(void (*interrupted)(void));

/* Writes what the program has printed and stdio still has, which a signal would lose. Only of the two standard streams: another thread that waits for
   standard input keeps that locked. */
void hud_flush_output(void);

/* Restores the action before, and carries it out if a SIGINT has come: by default the process ends, with its terminals restored. */
void hud_interrupts_end(void);

#endif

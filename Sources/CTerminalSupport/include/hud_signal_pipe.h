/* Signals as bytes in a pipe. The handler is C because Swift does not guarantee which functions its code calls. A process has one pipe. */
#ifndef HUD_SIGNAL_PIPE_H
#define HUD_SIGNAL_PIPE_H

#include <stddef.h>

enum {
    /* A byte of the pipe is the number of a signal, with this bit if a process has sent it; 0 is a wake-up. */
    HUD_SIGNAL_OF_PROCESS = 0x80,
    /* The most bytes of a read. */
    HUD_SIGNAL_MESSAGES = 320,
    /* In place of the descriptor of a leader's commands: there is no job, or no longer one. */
    HUD_NO_LEADER = -1,
    HUD_LEADER_OF_NO_JOB = -2
};

/* Opens the pipe. Returns the end to read from; or -1 and errno, which is EBUSY if the pipe is open already. */
int hud_signal_pipe_open(void);

/* Closes the pipe, when its signals are no longer caught. The descriptors stay for the next one, because a handler may be about to write. */
void hud_signal_pipe_close(void);

/* Catches a signal. What this process sends itself is left out. */
void hud_signal_pipe_catch(int number);

/* Writes a byte, or notes it if the pipe is full. Async-signal-safe. */
void hud_signal_pipe_post(unsigned char byte);

/* Reads the bytes since the last call, without those of signals that the handler has passed on. Returns their count. */
size_t hud_signal_pipe_read(unsigned char bytes[HUD_SIGNAL_MESSAGES]);

/* Whether a byte has arrived since the last read. */
int hud_signal_pipe_has_messages(void);

/* Where the handler passes signals on while the reader is busy: the descriptor of a leader's commands, or HUD_NO_LEADER or HUD_LEADER_OF_NO_JOB. While
   there is a job, a second signal for it ends the process if the first one has not been read for a second, because the terminal is blocked then. */
void hud_signal_pipe_set_leader(int commands);

/* Whether the reader works instead of waiting: a blocked terminal can keep it from waiting forever. Returns whether a byte has arrived, which must be read
   first. */
int hud_signal_pipe_set_busy(int is_busy);

/* Whether SIGCONT has arrived after the last SIGTSTP. */
int hud_signal_pipe_is_continued(void);

#endif

/* The capture of a process's output: what its parts share. */
#ifndef CAPTURE_H
#define CAPTURE_H

#include "hud_capture.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    /* How long a terminal that takes nothing is waited for. */
    HUD_CAPTURE_PATIENCE_MS = 1000,
    /* The most that is read at once, and room for what the owner's write of it adds. */
    HUD_CAPTURE_PAGE = 4096,
    HUD_CAPTURE_REST = 4 * HUD_CAPTURE_PAGE
};

enum hud_capture_state {
    /* The descriptors are the program's. */
    HUD_CAPTURE_OFF,
    HUD_CAPTURE_ON,
    /* A signal handler has given the descriptors back, until hud_capture_take_again. */
    HUD_CAPTURE_GIVEN,
    /* The owner has given the descriptors back, until hud_capture_resume. */
    HUD_CAPTURE_SUSPENDED
};

/* Who may read and change the page. */
enum hud_capture_holder {
    HUD_CAPTURE_FREE,
    /* The reader, or the owner that it has passed the page to. */
    HUD_CAPTURE_OF_OWNER,
    /* A signal handler, or for good the process that is left behind. */
    HUD_CAPTURE_OF_HANDLER
};

struct hud_capture {
    /* The process that captures. A forked child has no thread that reads, and leaves everything alone. */
    pid_t process;
    int master, slave;
    /* A descriptor of ours for the terminal. */
    int terminal;
    _Atomic(enum hud_capture_state) state;
    /* The owner has ended the capture while the terminal took nothing. The descriptors are captured until the reader has caught up, because what the program
       writes meanwhile must come after what the reader has not passed on. */
    _Atomic int ends_late;
    /* The captured descriptors, and duplicates of them from before. */
    int count;
    int fds[HUD_CAPTURED_DESCRIPTORS], before[HUD_CAPTURED_DESCRIPTORS];
    /* The size of the pseudo-terminal. */
    int columns, rows;
    _Atomic int is_reading;
    /* What the reader has read and the terminal has not accepted, and whether a session's farewell begins with it. */
    _Atomic(enum hud_capture_holder) holder;
    size_t size;
    unsigned char page[HUD_CAPTURE_REST];
    int is_in_farewell;
    /* The number of pages passed on. */
    _Atomic uint64_t passed;
};

extern struct hud_capture hud_capture;

/* ---- capture.c ---- */

/* Ends the capture if its owner has done so and everything has been passed on. Called by the reader. */
void hud_capture_end_late(void);

/* ---- capture_reader.c: the thread that reads ---- */

/* Takes a lock that this thread may have, if a signal handler has called exit. Returns whether it was taken. */
bool hud_capture_lock(pthread_mutex_t *lock, int64_t milliseconds);

typedef void (*hud_capture_action)(const void *bytes, size_t count);

/* What the reader does with the output. */
void hud_capture_set_action(hud_capture_action pass);

/* Starts the reader. Returns 0 or -1. */
int hud_capture_start_reader(void);

/* Waits until the reader has passed on what was written so far, but no longer than `milliseconds` after it has last passed on a page: the terminal may take
   nothing (^S). If the terminal takes more, the machine is busy, and the reader has more time. Returns whether it has. */
bool hud_capture_await(int milliseconds);

/* Wakes the reader. */
void hud_capture_ask(void);

/* The process ends. If children have the pseudo-terminal open, a process is left behind that passes their output on. */
void hud_capture_hand_over(void);

/* ---- capture_signals.c: what a signal handler does ---- */

/* Takes the page to write it, and waits for an owner that is about to leave it. The page is empty if a farewell that has been written began with it. Returns
   whether it is taken. Async-signal-safe. */
bool hud_capture_claim_page(void);

/* Points the captured descriptors at the pseudo-terminal, or back. Async-signal-safe. */
void hud_capture_redirect(int is_captured);

/* Waits until everything that was written has been passed on. If the reader makes no progress, it writes the rest to the terminal itself.
   Async-signal-safe. */
void hud_capture_settle(void);

/* Gives the descriptors back and takes them again, in a signal handler. */
void hud_capture_give_back(void);
void hud_capture_take_again(void);

#endif

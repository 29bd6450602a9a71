#include "hud_signals.h"

#include "hud_descriptors.h"
#include "session.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

/* The pipe from the handler to the thread. Both are made once and stay, because a handler may be about to write. */
static int hud_interrupt_ends[2] = {-1, -1};
static int hud_has_interrupt_thread;
static void (*_Atomic hud_interrupt_action)(void);
/* When the first interrupt came; 0: none has come. */
static _Atomic int64_t hud_interrupted_at;
static struct hud_replaced_action hud_action_before;

static void hud_take_interrupt(int number, siginfo_t *info, void *context) {
    (void)context;
    const int before = errno;
    const int64_t now = hud_milliseconds();
    int64_t since = 0;
    if (atomic_compare_exchange_strong(&hud_interrupted_at, &since, now)) {
        (void)!write(hud_interrupt_ends[1], "", 1);
    } else if (!hud_signal_is_from_process(info) || now - since >= HUD_SAME_REQUEST_MS) {
        hud_sessions_end_process(number, info);
    }
    errno = before;
}

static void *hud_await_interrupts(void *nothing) {
    for (;;) {
        char byte;
        const ssize_t count = read(hud_interrupt_ends[0], &byte, 1);
        if (count == 1) {
            void (*const action)(void) = hud_interrupt_action;
            action();
        } else if (count == 0 || errno != EINTR) {
            return nothing;
        }
    }
}

static int hud_start_interrupt_thread(void) {
    if (hud_interrupt_ends[0] < 0 && hud_pipe(hud_interrupt_ends) != 0) return -1;
    return hud_start_thread(hud_await_interrupts, NULL);
}

int hud_interrupts_begin(void (*interrupted)(void)) {
    if (hud_signal_is_ignored(SIGINT)) return -1;
    hud_interrupt_action = interrupted;
    if (!hud_has_interrupt_thread && hud_start_interrupt_thread() != 0) return -1;
    hud_has_interrupt_thread = 1;
    hud_interrupted_at = 0;
    hud_action_save(SIGINT, &hud_action_before);
    return hud_catch(SIGINT, hud_take_interrupt);
}

void hud_flush_output(void) {
    (void)fflush(stdout);
    (void)fflush(stderr);
}

void hud_interrupts_end(void) {
    const struct sigaction *const before = &hud_action_before.action;
    hud_action_restore(SIGINT, &hud_action_before);
    if (hud_interrupted_at == 0) return;
    if (!(before->sa_flags & SA_SIGINFO) && before->sa_handler == SIG_DFL) hud_sessions_end_process(SIGINT, NULL);
    /* A thread of the concurrency pool has signals blocked. */
    sigset_t mask;
    hud_mask_signal(SIG_UNBLOCK, SIGINT, &mask);
    raise(SIGINT);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

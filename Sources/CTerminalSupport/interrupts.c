#include "hud_interrupts.h"

#include "hud_signals.h"
#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

/* The pipe from the handler to the thread. Both are made once and stay, because a handler may be about to write. */
static int hud_interrupt_ends[2] = {-1, -1};
static void (*hud_interrupt_action)(void);
static int hud_interrupt_count;
static struct sigaction hud_action_before;

static void hud_take_interrupt(int number, siginfo_t *info, void *context) {
    (void)context;
    if (__atomic_fetch_add(&hud_interrupt_count, 1, __ATOMIC_SEQ_CST) > 0) {
        hud_sessions_end_process(number, info);
        return;
    }
    const int before = errno;
    (void)!write(hud_interrupt_ends[1], "", 1);
    errno = before;
}

static void *hud_await_interrupts(void *nothing) {
    for (;;) {
        char byte;
        const ssize_t count = read(hud_interrupt_ends[0], &byte, 1);
        if (count == 1) {
            void (*const action)(void) = __atomic_load_n(&hud_interrupt_action, __ATOMIC_SEQ_CST);
            action();
        } else if (count == 0 || errno != EINTR) {
            return nothing;
        }
    }
}

static int hud_start_interrupt_thread(void) {
    int ends[2];
    pthread_t thread;
    pthread_attr_t attributes;
    sigset_t all, mask;
    if (pipe(ends) != 0) return -1;
    for (int end = 0; end < 2; end++) (void)fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    hud_interrupt_ends[0] = ends[0];
    hud_interrupt_ends[1] = ends[1];
    if (pthread_attr_init(&attributes) != 0) return -1;
    (void)pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    /* The program's own threads take its signals. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &mask);
    const int error = pthread_create(&thread, &attributes, hud_await_interrupts, NULL);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    (void)pthread_attr_destroy(&attributes);
    if (error == 0) return 0;
    (void)close(ends[0]);
    (void)close(ends[1]);
    hud_interrupt_ends[0] = hud_interrupt_ends[1] = -1;
    return -1;
}

int hud_interrupts_begin(void (*interrupted)(void)) {
    if (hud_signal_is_ignored(SIGINT)) return -1;
    __atomic_store_n(&hud_interrupt_action, interrupted, __ATOMIC_SEQ_CST);
    if (hud_interrupt_ends[0] < 0 && hud_start_interrupt_thread() != 0) return -1;
    __atomic_store_n(&hud_interrupt_count, 0, __ATOMIC_SEQ_CST);
    if (sigaction(SIGINT, NULL, &hud_action_before) != 0) return -1;
    return hud_catch(SIGINT, hud_take_interrupt);
}

void hud_interrupts_end(void) {
    const struct sigaction *const before = &hud_action_before;
    (void)sigaction(SIGINT, before, NULL);
    if (__atomic_load_n(&hud_interrupt_count, __ATOMIC_SEQ_CST) == 0) return;
    if (!(before->sa_flags & SA_SIGINFO) && before->sa_handler == SIG_DFL) hud_sessions_end_process(SIGINT, NULL);
    /* A thread of the concurrency pool has signals blocked. */
    sigset_t interrupt, mask;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_UNBLOCK, &interrupt, &mask);
    raise(SIGINT);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

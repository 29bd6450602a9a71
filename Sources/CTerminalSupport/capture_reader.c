/* The thread that passes captured output on, until another process does. */
#include "capture.h"

#include "hud_descriptors.h"
#include "hud_signals.h"
#include "hud_process.h"
#include "hud_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    /* More than a pseudo-terminal holds. A child that prints forever delays a drain by no more than this. */
    HUD_CAPTURE_HELD = 128 * 1024,
    /* How much longer a call waits for a reader that the terminal does not hold up. */
    HUD_CAPTURE_BUSY_MS = 2000
};

/* The drains that were asked for, and those that are done. */
static pthread_mutex_t hud_capture_counting = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t hud_capture_counted = PTHREAD_COND_INITIALIZER;
static uint64_t hud_capture_asked, hud_capture_done;

/* Wakes the reader for a drain. */
static int hud_capture_wake[2] = {-1, -1};
static _Atomic(hud_capture_action) hud_capture_pass;
/* Whether the reader ends after the next drain. */
static _Atomic int hud_capture_stops;

void hud_capture_set_action(hud_capture_action pass) {
    hud_capture_pass = pass;
}

ptrdiff_t hud_capture_take_page(void) {
    enum hud_capture_holder before = HUD_CAPTURE_FREE;
    (void)atomic_compare_exchange_strong(&hud_capture.holder, &before, HUD_CAPTURE_OF_OWNER);
    return before == HUD_CAPTURE_OF_HANDLER ? -1 : (ptrdiff_t)hud_capture.size;
}

ptrdiff_t hud_capture_leave_page(const void *rest, size_t count, bool is_in_farewell) {
    hud_capture.size = count < sizeof hud_capture.page ? count : sizeof hud_capture.page;
    hud_capture.is_in_farewell = is_in_farewell;
    if (count > 0) memcpy(hud_capture.page, rest, hud_capture.size);
    const ptrdiff_t size = (ptrdiff_t)hud_capture.size;
    hud_capture.holder = HUD_CAPTURE_FREE;
    return size;
}

/* Takes the page, and waits for a signal handler that has it. */
static void hud_capture_wait_for_page(void) {
    while (hud_capture_take_page() < 0) (void)poll(NULL, 0, 1);
}

/* Passes on what there is. Returns whether there can be more later. */
static bool hud_capture_relay(void) {
    /* Not hud_capture.page, which a signal handler can change. */
    unsigned char page[HUD_CAPTURE_PAGE];
    size_t rest = HUD_CAPTURE_HELD;
    int goes_on = 1;
    const hud_capture_action pass = hud_capture_pass;
    hud_capture.is_reading = 1;
    while (rest > 0) {
        hud_capture_wait_for_page();
        const ssize_t count = hud_read(hud_capture.master, page, sizeof page);
        const int error = errno;
        (void)hud_capture_leave_page(page, count > 0 ? (size_t)count : 0, 0);
        errno = error;
        if (count > 0) {
            pass(page, (size_t)count);
            hud_capture_wait_for_page();
            (void)hud_capture_leave_page(NULL, 0, 0);
            hud_capture.passed += 1;
            rest -= (size_t)count < rest ? (size_t)count : rest;
        } else if (count == 0 || errno != EINTR) {
            goes_on = count < 0 && errno == EAGAIN;
            break;
        }
    }
    hud_capture.is_reading = 0;
    return goes_on;
}

static void *hud_capture_read(void *nothing) {
    int goes_on = 1;
    while (goes_on) {
        struct pollfd waits[] = {{hud_capture.master, POLLIN, 0}, {hud_capture_wake[0], POLLIN, 0}};
        if (poll(waits, 2, -1) < 0) continue;
        char bytes[64];
        if (waits[1].revents != 0) (void)!read(hud_capture_wake[0], bytes, sizeof bytes);
        (void)pthread_mutex_lock(&hud_capture_counting);
        const uint64_t asked = hud_capture_asked;
        (void)pthread_mutex_unlock(&hud_capture_counting);
        goes_on = hud_capture_relay() && !hud_capture_stops;
        (void)pthread_mutex_lock(&hud_capture_counting);
        hud_capture_done = goes_on ? asked : UINT64_MAX;
        (void)pthread_cond_broadcast(&hud_capture_counted);
        (void)pthread_mutex_unlock(&hud_capture_counting);
        if (goes_on) hud_capture_end_late();
    }
    return nothing;
}

/* Makes the condition wait on a clock that is not set. */
static void hud_capture_make_condition(void) {
#if !defined(__APPLE__)
    pthread_condattr_t attributes;
    (void)pthread_condattr_init(&attributes);
    (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&hud_capture_counted, &attributes);
    (void)pthread_condattr_destroy(&attributes);
#endif
}

/* Waits for a drain until an instant of hud_milliseconds. Returns whether there may have been one. */
static bool hud_capture_wait(int64_t deadline) {
#if defined(__APPLE__)
    const int64_t left = deadline - hud_milliseconds();
    if (left <= 0) return 0;
    const struct timespec time = {(time_t)(left / 1000), (long)(left % 1000) * 1000000};
    return pthread_cond_timedwait_relative_np(&hud_capture_counted, &hud_capture_counting, &time) == 0;
#else
    const struct timespec end = {(time_t)(deadline / 1000), (long)(deadline % 1000) * 1000000};
    return pthread_cond_timedwait(&hud_capture_counted, &hud_capture_counting, &end) == 0;
#endif
}

void hud_capture_ask(void) {
    (void)!write(hud_capture_wake[1], "", 1);
}

bool hud_capture_lock(pthread_mutex_t *lock, int64_t milliseconds) {
    const int64_t deadline = hud_milliseconds() + milliseconds;
    for (int round = 0; pthread_mutex_trylock(lock) != 0; round += 1) {
        if (round < 100) continue;
        if (hud_milliseconds() >= deadline) return 0;
        (void)poll(NULL, 0, 1);
    }
    return 1;
}

bool hud_capture_await(int milliseconds) {
    /* Whether a call has waited in vain. Then calls do not wait while the terminal takes nothing. */
    static _Atomic int is_stuck;
    const int is_waste = is_stuck && !hud_wait_for(hud_capture.terminal, 1, 0);
    const int64_t patience = is_waste ? 1 : milliseconds;
    if (!hud_capture_lock(&hud_capture_counting, patience)) return 0;
    const uint64_t number = hud_capture_asked += 1;
    hud_capture_ask();
    uint64_t seen = hud_capture.passed;
    int64_t end = hud_milliseconds() + patience;
    const int64_t latest = end + HUD_CAPTURE_BUSY_MS;
    while (hud_capture_done < number) {
        if (hud_capture_wait(end)) continue;
        const uint64_t passed = hud_capture.passed;
        /* If the terminal takes more, the reader is not held up: on a busy machine it has not run yet. */
        if (passed == seen && !(hud_milliseconds() < latest && hud_wait_for(hud_capture.terminal, 1, 0))) break;
        seen = passed;
        end = hud_milliseconds() + patience;
    }
    const int is_done = hud_capture_done >= number;
    (void)pthread_mutex_unlock(&hud_capture_counting);
    is_stuck = !is_done;
    return is_done;
}

int hud_capture_start_reader(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, hud_capture_make_condition);
    if (hud_capture_wake[0] < 0 && hud_pipe(hud_capture_wake) != 0) return -1;
    (void)fcntl(hud_capture_wake[1], F_SETFL, O_NONBLOCK);
    return hud_start_thread(hud_capture_read, NULL);
}

/* What the other process does: passes on what the reader has not, and what the children print, until the last of them has closed the pseudo-terminal. */
static void hud_capture_serve(const void *work) {
    const size_t *unwritten = work;
    /* No descriptor but these two, because a pipe that is held open here would appear to have a reader or a writer. */
    if (dup2(hud_capture.master, STDIN_FILENO) < 0 || dup2(hud_capture.terminal, STDOUT_FILENO) < 0) return;
    hud_close_from(STDERR_FILENO);
    if (hud_write_within(STDOUT_FILENO, hud_capture.page, *unwritten, -1)) hud_pass_on();
}

void hud_capture_hand_over(void) {
    if (hud_capture.process != getpid() || hud_capture.slave < 0) return;
    hud_capture_stops = 1;
    const int has_passed = hud_capture_await(HUD_CAPTURE_PATIENCE_MS);
    (void)close(hud_capture.slave);
    hud_capture.slave = -1;
    /* A reader that is held up by the terminal may have a page, and there may be more to read. */
    if (has_passed && hud_is_hung_up(hud_capture.master)) return;
    const size_t unwritten = !has_passed && hud_capture_claim_page() ? hud_capture.size : 0;
    (void)hud_start_server(hud_capture_serve, &unwritten);
}

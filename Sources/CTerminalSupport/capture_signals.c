/* The capture in a signal handler: every function here is async-signal-safe. */
#include "capture.h"

#include "hud_descriptors.h"
#include "hud_signals.h"
#include "hud_terminal.h"
#include "session.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

struct hud_capture hud_capture = {.master = -1, .slave = -1, .terminal = -1};

void hud_capture_redirect(int is_captured) {
    for (int index = 0; index < hud_capture.count; index += 1) {
        const int fd = hud_capture.fds[index], before = hud_capture.before[index];
        /* The program may have redirected it. */
        if (hud_device_number(fd) != hud_device_number(is_captured ? before : hud_capture.slave)) continue;
        (void)dup2(is_captured ? hud_capture.slave : before, fd);
    }
}

/* Whether everything has been passed on. Linux delivers what is written to a pseudo-terminal late, but before a poll for it returns. The order of
   the two questions matters: a reader that has read the last page since then is reading. */
static bool hud_capture_is_settled(void) {
    return !hud_wait_for(hud_capture.master, 0, 0) && !hud_capture.is_reading;
}

bool hud_capture_claim_page(void) {
    const int64_t deadline = hud_milliseconds() + 2 * HUD_PATIENCE_MS;
    enum hud_capture_holder before = HUD_CAPTURE_FREE;
    while (!atomic_compare_exchange_strong(&hud_capture.holder, &before, HUD_CAPTURE_OF_HANDLER)) {
        if (hud_milliseconds() >= deadline) return 0;
        (void)poll(NULL, 0, 1);
        before = HUD_CAPTURE_FREE;
    }
    if (hud_capture.is_in_farewell && !hud_sessions_owe_farewell(hud_capture.terminal)) hud_capture.size = 0;
    return 1;
}

/* Writes the page in place of the reader, as far as the terminal takes it. Returns whether it is written. */
static bool hud_capture_write_page(void) {
    if (!hud_capture_claim_page()) return 0;
    const size_t written = hud_write_some(hud_capture.terminal, hud_capture.page, hud_capture.size, HUD_PATIENCE_MS);
    hud_capture.size -= written;
    memmove(hud_capture.page, hud_capture.page + written, hud_capture.size);
    if (written > 0) hud_capture.is_in_farewell = 0;
    const int is_written = hud_capture.size == 0;
    hud_capture.holder = HUD_CAPTURE_FREE;
    return is_written;
}

void hud_capture_settle(void) {
    uint64_t seen = 0;
    int64_t deadline = 0;
    while (!hud_capture_is_settled()) {
        const uint64_t passed = hud_capture.passed;
        const int64_t now = hud_milliseconds();
        if (deadline == 0 || passed != seen) deadline = now + HUD_PATIENCE_MS;
        seen = passed;
        if (now >= deadline) break;
        (void)poll(NULL, 0, 1);
    }
    if (deadline == 0 || hud_capture_is_settled()) return;
    /* The reader waits for this thread, or for the terminal, and has not written what it has read. */
    if (!hud_capture_write_page()) return;
    unsigned char page[HUD_CAPTURE_PAGE];
    for (;;) {
        const ssize_t count = hud_read(hud_capture.master, page, sizeof page);
        if (count <= 0 || !hud_write_within(hud_capture.terminal, page, (size_t)count, HUD_PATIENCE_MS)) return;
    }
}

static bool hud_capture_change(enum hud_capture_state from, enum hud_capture_state to) {
    return hud_capture.process == getpid()
        && atomic_compare_exchange_strong(&hud_capture.state, &from, to);
}

void hud_capture_give_back(void) {
    const int error = errno;
    if (hud_capture.process == getpid() && hud_capture.state == HUD_CAPTURE_ON) hud_capture_settle();
    if (hud_capture_change(HUD_CAPTURE_ON, HUD_CAPTURE_GIVEN)) {
        hud_capture_redirect(0);
        /* Of other threads. */
        hud_capture_settle();
    }
    errno = error;
}

void hud_capture_take_again(void) {
    if (!hud_capture_change(HUD_CAPTURE_GIVEN, HUD_CAPTURE_ON)) return;
    hud_capture_redirect(1);
    /* The reader does not end a capture whose descriptors a handler has. */
    if (hud_capture.ends_late) hud_capture_ask();
}

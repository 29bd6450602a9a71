#include "CClock.h"

#include <stdatomic.h>
#include <time.h>

/* The monotonic time at which the clock's was 0; while it stands still, -1 less the clock's time. One word, so that no thread sees half of a change:
   a process that was stopped goes on with all of its threads at once, and none may take the time of the stop for its own. */
static _Atomic int64_t hud_clock_origin;
static _Atomic int hud_clock_halts;

static int64_t hud_clock_read(void) {
#ifdef __APPLE__
    return (int64_t)clock_gettime_nsec_np(CLOCK_UPTIME_RAW);
#else
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
#endif
}

int64_t hud_clock_now(void) {
    for (;;) {
        const int64_t origin = hud_clock_origin;
        if (origin < 0) return -1 - origin;
        const int64_t time = hud_clock_read() - origin;
        /* Otherwise the process may have been stopped in between. */
        if (hud_clock_origin == origin) return time;
    }
}

int64_t hud_clock_halted(void) {
    const int64_t origin = hud_clock_origin;
    return origin < 0 ? hud_clock_read() + origin + 1 : origin;
}

int64_t hud_clock_monotonic(int64_t time) {
    const int64_t left = time - hud_clock_now(), now = hud_clock_read();
    return left < INT64_MAX - now ? now + left : INT64_MAX;
}

void hud_clock_halt(void) {
    if (atomic_fetch_add(&hud_clock_halts, 1) > 0) return;
    hud_clock_origin = -1 - hud_clock_now();
}

void hud_clock_go(void) {
    if (atomic_fetch_sub(&hud_clock_halts, 1) > 1) return;
    hud_clock_origin = hud_clock_read() - hud_clock_now();
}

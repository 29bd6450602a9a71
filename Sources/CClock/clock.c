#include "CClock.h"

#include <time.h>

/* The monotonic time at which the clock's was 0; while it stands still, -1 less the clock's time. One word, so that no thread sees half of a change:
   a process that was stopped goes on with all of its threads at once, and none may take the time of the stop for its own. */
static int64_t hud_clock_origin;
static int hud_clock_halts;

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
        const int64_t origin = __atomic_load_n(&hud_clock_origin, __ATOMIC_SEQ_CST);
        if (origin < 0) return -1 - origin;
        const int64_t time = hud_clock_read() - origin;
        /* Otherwise the process may have been stopped in between. */
        if (__atomic_load_n(&hud_clock_origin, __ATOMIC_SEQ_CST) == origin) return time;
    }
}

int64_t hud_clock_halted(void) {
    const int64_t origin = __atomic_load_n(&hud_clock_origin, __ATOMIC_SEQ_CST);
    return origin < 0 ? hud_clock_read() + origin + 1 : origin;
}

int64_t hud_clock_monotonic(int64_t time) {
    const int64_t left = time - hud_clock_now(), now = hud_clock_read();
    return left < INT64_MAX - now ? now + left : INT64_MAX;
}

void hud_clock_halt(void) {
    if (__atomic_fetch_add(&hud_clock_halts, 1, __ATOMIC_SEQ_CST) > 0) return;
    __atomic_store_n(&hud_clock_origin, -1 - hud_clock_now(), __ATOMIC_SEQ_CST);
}

void hud_clock_go(void) {
    if (__atomic_sub_fetch(&hud_clock_halts, 1, __ATOMIC_SEQ_CST) > 0) return;
    __atomic_store_n(&hud_clock_origin, hud_clock_read() - hud_clock_now(), __ATOMIC_SEQ_CST);
}

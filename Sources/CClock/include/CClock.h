/* The time of a live clock: monotonic, without the sleep of the machine, and without the time for which ^Z has stopped the process. */
#ifndef CCLOCK_H
#define CCLOCK_H

#include <stdint.h>

/* The time in nanoseconds. */
int64_t hud_clock_now(void);

/* The nanoseconds for which it has stood still. */
int64_t hud_clock_halted(void);

/* When it will be `time`, by the monotonic clock, if it does not stand still until then. */
int64_t hud_clock_monotonic(int64_t time);

/* Lets the time stand still, because the process is about to stop; and lets it go on, after as many calls. Safe in a signal handler. */
void hud_clock_halt(void);
void hud_clock_go(void);

#endif

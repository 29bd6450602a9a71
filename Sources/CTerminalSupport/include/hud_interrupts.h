/* ^C (SIGINT) for a program that ends its work itself and then ends by the signal. */
#ifndef HUD_INTERRUPTS_H
#define HUD_INTERRUPTS_H

/* Catches SIGINT until hud_interrupts_end. The first one makes a thread call `interrupted`. A second one ends the process as if none were
   caught: with its terminals restored. Returns 0, or -1 if SIGINT is ignored or the system has no thread or pipe left.

   Calls must not overlap: begin, end, begin, end. */
int hud_interrupts_begin(void (*interrupted)(void));

/* Restores the action before, and carries it out if a SIGINT has come: by default the process ends, with its terminals restored. */
void hud_interrupts_end(void);

#endif

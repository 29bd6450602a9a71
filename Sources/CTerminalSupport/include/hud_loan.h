/* hud-demo's own terminal, set to raw and given back. */
#ifndef HUD_LOAN_H
#define HUD_LOAN_H

#include <stddef.h>
#include <termios.h>

/* hud-demo's own terminal, which is raw meanwhile, in memory that the leader has too: who is killed by SIGKILL can't give it back. */
struct hud_loan {
    int is_taken;
    /* How it was, how it is meanwhile, and how it was meanwhile before that. */
    struct termios found, ours, last;
    /* Whether hud-demo has taken its leave; and what shows the cursor again if it could not. */
    int is_over;
    size_t count;
    unsigned char cursor[64];
};

/* Made before the leader is. NULL where there is no memory to be shared. */
struct hud_loan *hud_loan_make(void);

void hud_set_raw(int fd, int is_shared, struct hud_loan *loan);

/* Gives a terminal that was `found` so back, but for the echo: keys wait, unseen, for whoever comes next. */
void hud_set_quiet(int fd, const struct termios *found, struct hud_loan *loan);

/* Whether a hud-demo has a terminal, which a script or make may run several of. */
int hud_is_taken(int fd);

/* What shows the cursor again, if somebody else has to. */
void hud_loan_set_cursor(struct hud_loan *loan, const void *bytes, size_t count);

/* Nothing of ours is on the terminal any more. */
void hud_loan_finish(struct hud_loan *loan);

/* The terminal has been given back. */
void hud_loan_end(struct hud_loan *loan);

#endif

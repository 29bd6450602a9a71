#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_loan.h"

#include <string.h>
#include <sys/mman.h>

struct hud_loan *hud_loan_make(void) {
    void *const memory = mmap(NULL, sizeof(struct hud_loan), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : (struct hud_loan *)memory;
}

/* Has settings say that they are a hud-demo's, by two keys that mean nothing under them. */
static void hud_mark(struct termios *settings) {
    settings->c_cc[VREPRINT] = 'h';
    settings->c_cc[VDISCARD] = 'u';
}

int hud_is_taken(int fd) {
    struct termios settings;
    return tcgetattr(fd, &settings) == 0 && !(settings.c_lflag & (tcflag_t)ECHO) && settings.c_cc[VREPRINT] == 'h'
        && settings.c_cc[VDISCARD] == 'u';
}

/* What a terminal that was `found` so is set to. Every byte comes at once and as it is, and goes out as it is. What does that for the user is
   the job's terminal. Where `is_shared`, others write to it that have no such terminal: line ends are made here then. */
static struct termios hud_raw_settings(const struct termios *found, int is_shared) {
    struct termios settings = *found;
    cfmakeraw(&settings);
    settings.c_cflag = found->c_cflag;
    if (is_shared) settings.c_oflag = found->c_oflag;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    hud_mark(&settings);
    return settings;
}

/* Sets a terminal to what `loan`, if there is one, is to know of: how it was is kept there until it is given back. */
static void hud_lend(int fd, const struct termios *before, const struct termios *settings, struct hud_loan *loan) {
    if (loan != NULL) {
        if (!loan->is_taken) loan->found = *before;
        loan->last = loan->is_taken ? loan->ours : *settings;
        loan->ours = *settings;
        __atomic_store_n(&loan->is_taken, 1, __ATOMIC_SEQ_CST);
    }
    (void)tcsetattr(fd, TCSANOW, settings);
    /* As it is now: a driver need not take all of it. */
    if (loan != NULL) (void)tcgetattr(fd, &loan->ours);
}

void hud_set_raw(int fd, int is_shared, struct hud_loan *loan) {
    struct termios before;
    if (tcgetattr(fd, &before) != 0) return;
    const struct termios settings = hud_raw_settings(&before, is_shared);
    hud_lend(fd, &before, &settings, loan);
}

void hud_set_quiet(int fd, const struct termios *found, struct hud_loan *loan) {
    struct termios settings = *found;
    settings.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    hud_mark(&settings);
    hud_lend(fd, found, &settings, loan);
}

void hud_loan_set_cursor(struct hud_loan *loan, const void *bytes, size_t count) {
    if (loan == NULL || count > sizeof loan->cursor) return;
    memcpy(loan->cursor, bytes, count);
    loan->count = count;
}

void hud_loan_finish(struct hud_loan *loan) {
    if (loan != NULL) __atomic_store_n(&loan->is_over, 1, __ATOMIC_SEQ_CST);
}

void hud_loan_end(struct hud_loan *loan) {
    if (loan != NULL) __atomic_store_n(&loan->is_taken, 0, __ATOMIC_SEQ_CST);
}

/* hud-demo's own terminal: raw while the job's terminal does the work, and restored afterwards, by the leader if need be. */
#ifndef HUD_SAVED_TERMINAL_H
#define HUD_SAVED_TERMINAL_H

#include <stddef.h>
#include <termios.h>

/* What is needed to restore the terminal. It lies in memory shared with the leader, which restores the terminal if hud-demo is killed by
   SIGKILL. */
struct hud_saved_terminal {
    /* Whether the settings are changed and have to be restored. */
    int is_changed;
    /* The settings as found, as applied last, and as applied before that. */
    struct termios found, applied, applied_before;
};

/* Call it before the leader is forked. Returns NULL if there is no shared memory. */
struct hud_saved_terminal *hud_saved_terminal_make(void);

/* Frees it; NULL does nothing. A leader keeps the memory as long as it runs. */
void hud_saved_terminal_free(struct hud_saved_terminal *saved);

/* Sets a terminal to raw mode: every byte is read at once and unchanged. If `is_shared`, other processes write to the terminal, and its
   output processing stays on. */
void hud_set_raw(int fd, int is_shared, struct hud_saved_terminal *saved);

/* Applies `found` without echo: keys wait unseen for the next program. Output is processed as in raw mode, because the job's terminal has
   already processed the output that is held until the HUD is gone. */
void hud_set_without_echo(int fd, int is_shared, const struct termios *found, struct hud_saved_terminal *saved);

/* Whether a hud-demo has changed the settings; a script or make may run several of them. */
int hud_has_marked_settings(int fd);

/* Whether another hud-demo has changed the settings and this process has not: the neighbor passes the keys on, so missing echo does not stand
   for a password prompt on this terminal. */
int hud_is_relayed_by_neighbor(int fd);

/* The settings have been restored. */
void hud_saved_terminal_note_restored(struct hud_saved_terminal *saved);

#endif

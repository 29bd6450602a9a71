/* Output that is held behind a full screen, for the case that the process ends there. */
#ifndef HUD_HELD_H
#define HUD_HELD_H

/* From now on, if the process ends, what is in `file` is written to `terminal` when the terminals have been restored. */
void hud_held_begin(int file, int terminal);

/* The owner writes it itself. */
void hud_held_end(int terminal);

/* Writes what is held for all terminals. Async-signal-safe. */
void hud_held_print(void);

#endif

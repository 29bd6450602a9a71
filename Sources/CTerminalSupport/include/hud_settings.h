/* A terminal driver's settings (termios). */
#ifndef HUD_SETTINGS_H
#define HUD_SETTINGS_H

#include <termios.h>

/* Whether what is typed is echoed: not so at a password prompt. Unknown counts as echoed. */
int hud_is_echoing(int fd);

/* Whether a program passes all that is typed on to a terminal somewhere else, with everything off as cfmakeraw(3) has it: apt while it
   installs, ssh, script. What it echoes it prints. */
int hud_is_relayed(int fd);

/* Whether the driver adds a carriage return to each line feed. Unknown counts as added. */
int hud_newline_returns(int fd);

/* Keeps what is typed from being echoed; with `reads_keys` it can also be read key by key. The terminal still makes signals of its keys. */
void hud_take_keyboard(int fd, int reads_keys);

int hud_is_same_settings(const struct termios *one, const struct termios *other);

/* The key that is the end of what is typed, ^D as a rule. */
unsigned char hud_end_key(int fd);

/* Lets what was typed and not yet read be read, whether or not it makes a line. */
void hud_set_readable(int fd);

/* What a key does on a terminal: the signal that it sends, -1 where it takes the next key's meaning away, 0 where it is a key like others. */
int hud_signal_of_key(const struct termios *settings, unsigned char key);

#endif

/* Terminal settings (termios). */
#ifndef HUD_SETTINGS_H
#define HUD_SETTINGS_H

#include <termios.h>

/* Whether typed keys are echoed; a password prompt turns that off. Returns 1 if the settings can't be read. */
int hud_is_echoing(int fd);

/* Whether a program passes all keys on to another terminal, with everything off as in cfmakeraw(3): apt while it installs, ssh, script. */
int hud_is_relayed(int fd);

/* The same for settings that were read; NULL if they could not be. */
int hud_settings_echo(const struct termios *settings);
int hud_settings_relay(const struct termios *settings);
int hud_settings_return(const struct termios *settings);

/* Whether the driver adds a carriage return to each line feed. Returns 1 if the settings can't be read. */
int hud_newline_returns(int fd);

/* Turns echo off. With `reads_keys`, each key can be read at once. Keys still raise signals. */
void hud_disable_echo(int fd, int reads_keys);

/* Lets output pass as it is written, without a carriage return before a line feed, because another terminal processes it. */
void hud_disable_output_processing(int fd);

/* Whether two settings are the same in everything that programs set. */
int hud_is_same_settings(const struct termios *one, const struct termios *other);

/* The end-of-file key, usually ^D. */
unsigned char hud_end_key(int fd);

/* Makes typed and unread bytes readable, whether or not they make a line. */
void hud_set_readable(int fd);

/* What a key does: returns the signal that it raises, -1 if it quotes the next key, and 0 otherwise. */
int hud_signal_of_key(const struct termios *settings, unsigned char key);

#endif

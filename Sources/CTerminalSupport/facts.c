#include "hud_terminal.h"

#include <stddef.h>
#include <termios.h>
#include <unistd.h>

void hud_look_at_window(int fd, struct hud_facts *facts) {
    if (hud_window_size(fd, &facts->rows, &facts->columns) != 0) facts->rows = facts->columns = 0;
}

void hud_look(int fd, int keyboard, struct hud_facts *facts) {
    hud_look_at_window(fd, facts);
    const pid_t foreground = tcgetpgrp(fd);
    facts->group = getpgrp();
    facts->is_foreground = foreground == -1 || foreground == facts->group;
    struct termios settings;
    const struct termios *known = tcgetattr(fd, &settings) == 0 ? &settings : NULL;
    facts->newline_returns = hud_settings_return(known);
    facts->unread_lines = keyboard == fd ? hud_unread_lines(fd, known) : 0;
    struct termios other;
    if (keyboard != fd) known = tcgetattr(keyboard, &other) == 0 ? &other : NULL;
    facts->is_echoing = hud_settings_echo(known);
    facts->is_relayed = hud_settings_relay(known);
}

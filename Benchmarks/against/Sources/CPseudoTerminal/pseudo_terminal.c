#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "pseudo_terminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>

int pseudo_terminal_open(int *master, int *terminal) {
    *master = posix_openpt(O_RDWR | O_NOCTTY);
    if (*master < 0 || grantpt(*master) != 0 || unlockpt(*master) != 0) return -1;
    *terminal = open(ptsname(*master), O_RDWR | O_NOCTTY);
    struct winsize size = {.ws_row = 40, .ws_col = 80};
    (void)ioctl(*terminal, TIOCSWINSZ, &size);
    return *terminal < 0 ? -1 : fcntl(*master, F_SETFL, O_NONBLOCK);
}

#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_terminal.h"
#include "hud_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <unistd.h>

int hud_window_size(int fd, int *height, int *width) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0) return -1;
    *height = size.ws_row;
    *width = size.ws_col;
    return 0;
}

int hud_copy_window_size(int model, int fd) {
    struct winsize size;
    return ioctl(model, TIOCGWINSZ, &size) != 0 ? -1 : ioctl(fd, TIOCSWINSZ, &size);
}

int hud_wait_by_select(int fd, int writes, int milliseconds) {
    if (fd < 0 || fd >= FD_SETSIZE) return 1;
    fd_set set;
    FD_ZERO(&set);
    FD_SET(fd, &set);
    struct timeval time = {milliseconds / 1000, (milliseconds % 1000) * 1000};
    return select(fd + 1, writes ? NULL : &set, writes ? &set : NULL, NULL, milliseconds < 0 ? NULL : &time) != 0;
}

int hud_wait_for(int fd, int writes, int milliseconds) {
#if defined(__APPLE__)
    return hud_wait_by_select(fd, writes, milliseconds);
#else
    struct pollfd ready = {fd, (short)(writes ? POLLOUT : POLLIN), 0};
    return poll(&ready, 1, milliseconds) != 0;
#endif
}

int hud_write_within(int fd, const void *bytes, size_t count, int milliseconds) {
    const char *rest = bytes;
    while (count > 0) {
        if (!hud_wait_for(fd, 1, milliseconds)) return 0;
        const ssize_t written = write(fd, rest, count);
        if (written < 0 && errno != EAGAIN && errno != EINTR) return 0;
        /* A terminal that has room for one byte may need two for a line feed. */
        if (written < 0) (void)poll(NULL, 0, 1);
        if (written <= 0) continue;
        rest += written;
        count -= (size_t)written;
    }
    return 1;
}

int hud_has_input(int fd) {
#if defined(__APPLE__)
    return hud_wait_by_select(fd, 0, 0);
#else
    struct pollfd input = {fd, POLLIN, 0};
    return poll(&input, 1, 0) > 0 && (input.revents & POLLIN) != 0;
#endif
}

int hud_is_foreground(int fd) {
    const pid_t group = tcgetpgrp(fd);
    return group == -1 || group == getpgrp();
}

int hud_is_controlling_terminal(int fd) {
    return isatty(fd) && tcgetpgrp(fd) >= 0;
}

int hud_is_hung_up(int fd) {
    struct pollfd end = {fd, POLLIN, 0};
    return poll(&end, 1, 0) > 0 && (end.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

int hud_reopen_terminal(int fd) {
#if defined(__APPLE__)
    /* macOS: poll(2) does not support /dev/tty. */
    const char *const name = ttyname(fd);
#else
    const char *const name = "/dev/tty";
    (void)fd;
#endif
    return name == NULL ? -1 : hud_move_up(open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
}

int hud_push_back(int fd, unsigned char byte) {
#if defined(TIOCSTI)
    return ioctl(fd, TIOCSTI, &byte);
#else
    (void)fd;
    (void)byte;
    return -1;
#endif
}

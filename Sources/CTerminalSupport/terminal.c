#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_terminal.h"
#include "hud_descriptors.h"
#include "hud_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/stat.h>
#if defined(__linux__)
#include <sys/sysmacros.h>
#endif
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

static int hud_select_once(int fd, int writes, int milliseconds) {
    fd_set set;
    FD_ZERO(&set);
    FD_SET(fd, &set);
    struct timeval time = {milliseconds / 1000, (milliseconds % 1000) * 1000};
    return select(fd + 1, writes ? NULL : &set, writes ? &set : NULL, NULL, milliseconds < 0 ? NULL : &time);
}

/* Waits by `once`, which returns what poll(2) does. A signal does not end the wait: the caller would take the descriptor for ready, and block. */
static bool hud_wait_with(int (*once)(int, int, int), int fd, int writes, int milliseconds) {
    const int64_t end = hud_milliseconds() + milliseconds;
    for (int rest = milliseconds;;) {
        const int result = once(fd, writes, rest);
        if (result >= 0 || errno != EINTR) return result != 0;
        const int64_t left = end - hud_milliseconds();
        if (milliseconds >= 0) rest = left > 0 ? (int)left : 0;
    }
}

bool hud_wait_by_select(int fd, int writes, int milliseconds) {
    return fd < 0 || fd >= FD_SETSIZE || hud_wait_with(hud_select_once, fd, writes, milliseconds);
}

#if defined(__APPLE__)
bool hud_wait_for(int fd, int writes, int milliseconds) {
    return hud_wait_by_select(fd, writes, milliseconds);
}
#else
static int hud_poll_once(int fd, int writes, int milliseconds) {
    struct pollfd ready = {fd, (short)(writes ? POLLOUT : POLLIN), 0};
    return poll(&ready, 1, milliseconds);
}

bool hud_wait_for(int fd, int writes, int milliseconds) {
    return hud_wait_with(hud_poll_once, fd, writes, milliseconds);
}
#endif

size_t hud_write_some(int fd, const void *bytes, size_t count, int milliseconds) {
    size_t sum = 0;
    int64_t end = hud_milliseconds() + milliseconds;
    while (sum < count) {
        const int64_t left = end - hud_milliseconds();
        if (!hud_wait_for(fd, 1, milliseconds < 0 ? milliseconds : left > 0 ? (int)left : 0)) break;
        const ssize_t written = write(fd, (const char *)bytes + sum, count - sum);
        if (written < 0 && errno != EAGAIN && errno != EINTR) return sum;
        if (written > 0) {
            sum += (size_t)written;
            end = hud_milliseconds() + milliseconds;
        } else if (milliseconds >= 0 && hud_milliseconds() >= end) {
            break;
        } else {
            /* A terminal that has room for one byte may need two for a line feed. */
            (void)poll(NULL, 0, 1);
        }
    }
    errno = EAGAIN;
    return sum;
}

bool hud_write_within(int fd, const void *bytes, size_t count, int milliseconds) {
    return hud_write_some(fd, bytes, count, milliseconds) == count;
}

ssize_t hud_read(int fd, void *bytes, size_t count) {
    enum { MOST_TRIES = 100 };
    ssize_t done = read(fd, bytes, count);
    for (int tries = 0; done < 0 && (errno == EIO || errno == EAGAIN) && tries < MOST_TRIES; tries += 1) {
        const int error = errno;
        if (!hud_has_input(fd)) {
            errno = error;
            break;
        }
        done = read(fd, bytes, count);
    }
    return done;
}

bool hud_has_input(int fd) {
#if defined(__APPLE__)
    return hud_wait_by_select(fd, 0, 0);
#else
    struct pollfd input = {fd, POLLIN, 0};
    return poll(&input, 1, 0) > 0 && (input.revents & POLLIN) != 0;
#endif
}

bool hud_is_foreground(int fd) {
    const pid_t group = tcgetpgrp(fd);
    return group == -1 || group == getpgrp();
}

bool hud_is_controlling_terminal(int fd) {
    return isatty(fd) && tcgetpgrp(fd) >= 0;
}

int hud_terminal_path(uint64_t device, char *path, size_t size) {
    static const char folder[] = "/dev/";
    enum { START = sizeof folder - 1 };
    if (size <= START) return -1;
    memcpy(path, folder, sizeof folder);
#if defined(__APPLE__)
    return devname_r((dev_t)device, S_IFCHR, path + START, (int)(size - START)) == NULL ? -1 : 0;
#else
    enum { FIRST_MAJOR = 136, LAST_MAJOR = 143, MINORS = 256 };
    const unsigned kind = major(device), number = minor(device);
    char entry[48], target[256];
    if (kind >= FIRST_MAJOR && kind <= LAST_MAJOR)
        return snprintf(path, size, "/dev/pts/%u", (kind - FIRST_MAJOR) * MINORS + number) < (int)size ? 0 : -1;
    (void)snprintf(entry, sizeof entry, "/sys/dev/char/%u:%u", kind, number);
    const ssize_t count = readlink(entry, target, sizeof target - 1);
    if (count <= 0) return -1;
    target[count] = 0;
    const char *const last = strrchr(target, '/');
    return snprintf(path, size, "/dev/%s", last == NULL ? target : last + 1) < (int)size ? 0 : -1;
#endif
}

bool hud_is_hung_up(int fd) {
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

uint64_t hud_inherited_terminals(void) {
    const uint64_t inherited = hud_inherited();
    uint64_t found = 0;
    for (int fd = 0; fd < HUD_INHERITED; fd += 1)
        if ((inherited >> fd & 1) && hud_is_controlling_terminal(fd)) found |= (uint64_t)1 << fd;
    return found;
}

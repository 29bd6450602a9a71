#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The signals of a write that fails: in a pipe without a reader, and in a file at the limit of its size. macOS has a flag of the descriptor for the first. */
static const int hud_write_signals[] = {
    SIGXFSZ,
#if !defined(__APPLE__)
    SIGPIPE,
#endif
};

enum { HUD_WRITE_SIGNALS = sizeof hud_write_signals / sizeof *hud_write_signals, HUD_HAD_NO_SIGPIPE = 1 << HUD_WRITE_SIGNALS };

int hud_block_write_signals(int fd, sigset_t *before) {
    int state = 0;
#if defined(__APPLE__)
    if (fcntl(fd, F_GETNOSIGPIPE) == 1) state = HUD_HAD_NO_SIGPIPE; else (void)fcntl(fd, F_SETNOSIGPIPE, 1);
#else
    (void)fd;
#endif
    sigset_t held, pending;
    sigemptyset(&held);
    for (int index = 0; index < HUD_WRITE_SIGNALS; index += 1) sigaddset(&held, hud_write_signals[index]);
    sigemptyset(&pending);
    (void)pthread_sigmask(SIG_BLOCK, &held, before);
    (void)sigpending(&pending);
    for (int index = 0; index < HUD_WRITE_SIGNALS; index += 1)
        if (sigismember(&pending, hud_write_signals[index]) == 1) state |= 1 << index;
    return state;
}

void hud_unblock_write_signals(int fd, const sigset_t *before, int state) {
    const int error = errno;
#if defined(__APPLE__)
    if (!(state & HUD_HAD_NO_SIGPIPE)) (void)fcntl(fd, F_SETNOSIGPIPE, 0);
#else
    (void)fd;
#endif
    sigset_t pending;
    sigemptyset(&pending);
    if (sigpending(&pending) == 0)
        for (int index = 0; index < HUD_WRITE_SIGNALS; index += 1) {
            if (state & 1 << index || sigismember(&pending, hud_write_signals[index]) != 1) continue;
            sigset_t one;
            sigemptyset(&one);
            sigaddset(&one, hud_write_signals[index]);
#if defined(__APPLE__)
            int taken;
            (void)sigwait(&one, &taken);
#else
            /* Another thread may have taken one that was sent to the process. */
            const struct timespec now = {0, 0};
            (void)sigtimedwait(&one, NULL, &now);
#endif
        }
    (void)pthread_sigmask(SIG_SETMASK, before, NULL);
    errno = error;
}

bool hud_is_pipe(int fd) {
    struct stat status;
    return fstat(fd, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

int hud_open_again(int fd, int flags) {
    char path[32];
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return open(path, flags | O_CLOEXEC);
}

int hud_open_nonblocking(int fd) {
#if defined(__linux__)
    const int own = hud_open_again(fd, O_WRONLY | O_NONBLOCK);
    if (own > STDERR_FILENO) return own;
    if (own >= 0) (void)close(own);
#endif
    return fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

/* POSIX: a pipe that is ready takes as many bytes without waiting. */
enum { HUD_PIPE_READY = 512 };

ptrdiff_t hud_most_at_once(int fd) {
    return fcntl(fd, F_GETFL) & O_NONBLOCK ? PIPE_BUF : HUD_PIPE_READY;
}

ptrdiff_t hud_write_now(int fd, const void *bytes, size_t count) {
    struct pollfd end = {fd, POLLOUT, 0};
    const int flags = fcntl(fd, F_GETFL);
    if (flags < 0) return -1;
    if (!(flags & O_NONBLOCK) && count > HUD_PIPE_READY) count = HUD_PIPE_READY;
    if (!(flags & O_NONBLOCK) && poll(&end, 1, 0) <= 0) return 0;
    sigset_t before;
    const int state = hud_block_write_signals(fd, &before);
    ssize_t written;
    do written = write(fd, bytes, count); while (written < 0 && errno == EINTR);
    hud_unblock_write_signals(fd, &before, state);
    return written >= 0 ? written : errno == EAGAIN ? 0 : -1;
}

int hud_open_pipe_path(int fd) {
#if defined(__linux__)
    return hud_open_again(fd, O_PATH);
#else
    (void)fd;
    return -1;
#endif
}

int hud_hold_pipe(int fd) {
#if defined(__linux__)
    char path[32], name[32];
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const ssize_t count = readlink(path, name, sizeof name);
    if (count < 5 || memcmp(name, "pipe:", 5) != 0) return -1;
    return hud_open_again(fd, O_WRONLY | O_NONBLOCK);
#else
    (void)fd;
    return -1;
#endif
}

bool hud_pipe_has_writers(int fd) {
    struct pollfd end = {hud_open_again(fd, O_RDONLY | O_NONBLOCK), POLLIN, 0};
    if (end.fd < 0) return 1;
    (void)poll(&end, 1, 0);
    (void)close(end.fd);
    return (end.revents & POLLHUP) == 0;
}

int hud_unread_bytes(void) {
    int sum = 0;
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd += 1) {
        struct stat status;
        int count = 0;
        if (fstat(fd, &status) != 0 || !S_ISFIFO(status.st_mode)) continue;
        if (ioctl(fd, FIONREAD, &count) != 0) {
            /* An O_PATH descriptor, which does not support the ioctl. */
            const int pipe = hud_open_again(fd, O_WRONLY | O_NONBLOCK);
            if (pipe < 0 || ioctl(pipe, FIONREAD, &count) != 0) count = 0;
            if (pipe >= 0) (void)close(pipe);
        }
        sum += count;
    }
    return sum;
}

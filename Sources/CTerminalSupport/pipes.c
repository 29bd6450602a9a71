#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_descriptors.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#if defined(__APPLE__)

int hud_block_sigpipe(int fd, sigset_t *before) {
    sigemptyset(before);
    const int was_set = fcntl(fd, F_GETNOSIGPIPE) == 1;
    if (!was_set) (void)fcntl(fd, F_SETNOSIGPIPE, 1);
    return was_set;
}

void hud_unblock_sigpipe(int fd, const sigset_t *before, int state) {
    (void)before;
    if (!state) (void)fcntl(fd, F_SETNOSIGPIPE, 0);
}

#else

int hud_block_sigpipe(int fd, sigset_t *before) {
    (void)fd;
    sigset_t held, pending;
    sigemptyset(&held);
    sigaddset(&held, SIGPIPE);
    sigemptyset(&pending);
    (void)pthread_sigmask(SIG_BLOCK, &held, before);
    (void)sigpending(&pending);
    return sigismember(&pending, SIGPIPE) == 1;
}

void hud_unblock_sigpipe(int fd, const sigset_t *before, int state) {
    (void)fd;
    sigset_t held, pending;
    sigemptyset(&held);
    sigaddset(&held, SIGPIPE);
    sigemptyset(&pending);
    if (!state && sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1) {
        const struct timespec now = {0, 0};
        (void)sigtimedwait(&held, NULL, &now);
    }
    (void)pthread_sigmask(SIG_SETMASK, before, NULL);
}

#endif

int hud_is_pipe(int fd) {
    struct stat status;
    return fstat(fd, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

int hud_open_pipe_path(int fd) {
#if defined(__linux__)
    /* Linux's O_PATH, which glibc declares only with _GNU_SOURCE. */
    const int names_only = 010000000;
    char path[32];
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return open(path, names_only | O_CLOEXEC);
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
    return open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
#else
    (void)fd;
    return -1;
#endif
}

int hud_pipe_has_writers(int fd) {
    char path[32];
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    struct pollfd end = {open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), POLLIN, 0};
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
            char path[32];
            (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
            const int pipe = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
            if (pipe < 0 || ioctl(pipe, FIONREAD, &count) != 0) count = 0;
            if (pipe >= 0) (void)close(pipe);
        }
        sum += count;
    }
    return sum;
}

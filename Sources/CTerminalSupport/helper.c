#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_helper.h"

#include "hud_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now_in_milliseconds(void) {
    struct timespec time = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Runs between fork and exec: only what is safe in a signal handler. */
static _Noreturn void run_child(char *const argv[], int write_end) {
    sigset_t none;
    sigemptyset(&none);
    (void)signal(SIGPIPE, SIG_DFL);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    const int null = open("/dev/null", O_RDWR);
    if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(write_end, STDOUT_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0) _exit(127);
    hud_close_from(STDERR_FILENO + 1);
    (void)execvp(argv[0], argv);
    _exit(127);
}

/* Reads until the end of the output or the deadline. */
static void read_output(int descriptor, char *output, size_t size, long long deadline) {
    size_t length = 0;
    char rest[256];
    for (;;) {
        struct pollfd wait = {descriptor, POLLIN, 0};
        const long long left = deadline - now_in_milliseconds();
        if (left <= 0) break;
        if (poll(&wait, 1, (int)left) < 0 && errno != EINTR) break;
        if (wait.revents == 0) continue;
        const int has_room = length + 1 < size;
        const ssize_t count = has_room ? read(descriptor, output + length, size - 1 - length) : read(descriptor, rest, sizeof rest);
        if (count == 0 || (count < 0 && errno != EINTR)) break;
        if (count > 0 && has_room) length += (size_t)count;
    }
    if (size > 0) output[length] = 0;
}

int hud_run_helper(char *const argv[], char *output, size_t size, int milliseconds) {
    int ends[2];
    if (pipe(ends) < 0) return -1;
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    const long long deadline = now_in_milliseconds() + milliseconds;
    const pid_t child = fork();
    if (child == 0) run_child(argv, ends[1]);
    (void)close(ends[1]);
    if (child < 0) {
        (void)close(ends[0]);
        return -1;
    }
    read_output(ends[0], output, size, deadline);
    (void)close(ends[0]);
    int status = 0;
    pid_t ended;
    /* It has closed its output; its end follows at once, unless it is late. */
    while ((ended = waitpid(child, &status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR)) {
        if (now_in_milliseconds() < deadline) {
            (void)poll(NULL, 0, 1);
            continue;
        }
        (void)kill(child, SIGKILL);
        while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) {
        }
        break;
    }
    return ended == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int hud_write_if_ready(int descriptor, const void *bytes, size_t count, int milliseconds) {
    sigset_t stops, before;
    sigemptyset(&stops);
    sigaddset(&stops, SIGTTOU);
    (void)pthread_sigmask(SIG_BLOCK, &stops, &before);
    struct pollfd wait = {descriptor, POLLOUT, 0};
    int ready;
    while ((ready = poll(&wait, 1, milliseconds)) < 0 && errno == EINTR) {
    }
    ssize_t written = -1;
    if (ready > 0 && (wait.revents & POLLOUT)) {
        while ((written = write(descriptor, bytes, count)) < 0 && errno == EINTR) {
        }
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return written == (ssize_t)count;
}

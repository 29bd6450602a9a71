#include "hud_process.h"

#include "hud_descriptors.h"
#include "hud_signals.h"
#include "hud_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Starts the program, with `output` as its standard output. Returns its process, or -1. */
static pid_t start_helper(char *const argv[], int output) {
    pid_t child = -1;
    const int null = hud_move_up(open("/dev/null", O_RDWR | O_CLOEXEC));
    if (null < 0) return -1;
    const struct hud_start_descriptor table[] = {{null, STDIN_FILENO}, {output, STDOUT_FILENO}, {null, STDERR_FILENO}};
    struct hud_start start = {.argv = argv, .descriptors = table, .descriptor_count = 3, .closes_others = 1};
    sigemptyset(&start.mask);
    sigemptyset(&start.defaults);
    sigaddset(&start.defaults, SIGPIPE);
    const int error = hud_start(&start, &child);
    (void)close(null);
    return error == 0 ? child : -1;
}

/* Reads until the end of the output or the deadline. */
static void read_output(int descriptor, char *output, size_t size, long long deadline) {
    size_t length = 0;
    char rest[256];
    for (;;) {
        struct pollfd wait = {descriptor, POLLIN, 0};
        const long long left = deadline - hud_milliseconds();
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
    if (hud_pipe(ends) != 0) return -1;
    const long long deadline = hud_milliseconds() + milliseconds;
    const pid_t child = start_helper(argv, ends[1]);
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
        if (hud_milliseconds() < deadline) {
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

bool hud_write_if_ready(int descriptor, const void *bytes, size_t count, int milliseconds) {
    sigset_t before;
    hud_mask_signal(SIG_BLOCK, SIGTTOU, &before);
    const int is_written = hud_write_within(descriptor, bytes, count, milliseconds);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_written;
}

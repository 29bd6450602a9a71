/* The processes that read what comes after the end of a job. */
#include "hud_process.h"

#include "hud_descriptors.h"
#include "hud_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

int hud_start_server(void (*serve)(const void *), const void *work) {
    const pid_t child = hud_fork(1);
    if (child == 0) {
        (void)setsid();
        const pid_t server = hud_fork(1);
        if (server != 0) _exit(server < 0);
        for (int number = 1; number < 32; number += 1) (void)signal(number, SIG_DFL);
        sigset_t mask;
        sigemptyset(&mask);
        (void)sigprocmask(SIG_SETMASK, &mask, NULL);
        /* Where one of several targets takes no more, the others do: a pipe, or a file at its limit. */
        (void)signal(SIGPIPE, SIG_IGN);
        (void)signal(SIGXFSZ, SIG_IGN);
#if defined(__linux__)
        (void)prctl(PR_SET_NAME, "hud-demo: rest", 0, 0, 0);
#endif
        serve(work);
        _exit(0);
    }
    if (child < 0) return -1;
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return status == 0 ? 0 : -1;
}

struct hud_rest {
    int source, target, kept;
};

void hud_pass_on(void) {
    unsigned char page[4096];
    for (;;) {
        (void)hud_wait_for(STDIN_FILENO, 0, -1);
        const ssize_t count = hud_read(STDIN_FILENO, page, sizeof page);
        if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) return;
        if (count > 0 && !hud_write_within(STDOUT_FILENO, page, (size_t)count, -1)) return;
    }
}

static void hud_serve_rest(const void *work) {
    const struct hud_rest *rest = work;
    enum { KEPT = STDERR_FILENO + 1 };
    /* No descriptors but these, because a pipe that is held open here would appear to have a reader or a writer. */
    const int from[] = {rest->source, rest->target, -1, rest->kept};
    int copies[4];
    for (int index = 0; index < 4; index += 1) {
        /* Above the numbers that they get: these need not be open. */
        copies[index] = fcntl(from[index] < 0 ? open("/dev/null", O_RDWR) : from[index], F_DUPFD, KEPT + 1);
        if (copies[index] < 0) return;
    }
    for (int index = 0; index < 4; index += 1)
        if (dup2(copies[index], index) < 0) return;
    hud_close_from(KEPT + 1);
    hud_pass_on();
}

int hud_hand_over(int source, int target, int kept) {
    const struct hud_rest rest = {source, target, kept};
    return hud_start_server(hud_serve_rest, &rest);
}

/* ---- Several outputs ---- */

struct hud_merge_work {
    const struct hud_merged *outputs;
    int count;
    int target;
};

enum { HUD_LONGEST_LINE = 65536 };

/* Closes all descriptors that the work does not need. */
static void hud_close_others(const struct hud_merge_work *work) {
    int last = work->target;
    for (int index = 0; index < work->count; index += 1) {
        if (work->outputs[index].source > last) last = work->outputs[index].source;
        if (work->outputs[index].copy > last) last = work->outputs[index].copy;
    }
    hud_close_from(last + 1);
    for (int fd = 0; fd < last; fd += 1) {
        int isNeeded = fd == work->target;
        for (int index = 0; index < work->count && !isNeeded; index += 1)
            isNeeded = fd == work->outputs[index].source || fd == work->outputs[index].copy;
        if (!isNeeded) (void)close(fd);
    }
}

/* Writes a line after its name, and ends it if it has no end. Returns whether the target takes more. */
static bool hud_write_line(const struct hud_merged *output, const unsigned char *line, size_t length, int target) {
    if (!hud_write_within(target, output->name, output->length, -1) || !hud_write_within(target, line, length, -1)) return 0;
    return line[length - 1] == '\n' || hud_write_within(target, "\n", 1, -1);
}

/* Where the lines go. */
struct hud_merge_target {
    /* -1: it takes no more. */
    int descriptor;
    /* Whether it has got a line. */
    bool has_line;
};

/* Writes the complete lines at the beginning of `line`, a line that fills the buffer, and what is left of an output that has ended. Returns the length of the
   rest, which is moved to the beginning. */
static size_t hud_write_lines(struct hud_merge_target *target, const struct hud_merged *output, unsigned char *line, size_t end, bool has_ended) {
    size_t start = 0;
    while (start < end) {
        const unsigned char *feed = memchr(line + start, '\n', end - start);
        if (feed == NULL && !has_ended && end - start < HUD_LONGEST_LINE) break;
        const size_t length = feed == NULL ? end - start : (size_t)(feed - line) + 1 - start;
        const bool breaks = !target->has_line && output->breaks_line;
        target->has_line = true;
        if (target->descriptor >= 0 && breaks && !hud_write_within(target->descriptor, "\n", 1, -1)) target->descriptor = -1;
        if (target->descriptor >= 0 && !hud_write_line(output, line + start, length, target->descriptor)) target->descriptor = -1;
        start += length;
    }
    memmove(line, line + start, end - start);
    return end - start;
}

static void hud_serve_merged(const void *given) {
    const struct hud_merge_work *work = given;
    const size_t count = (size_t)work->count;
    struct hud_merge_target target = {work->target, false};
    hud_close_others(work);
    /* A copy of a process with threads must not allocate. */
    const size_t size = count * (sizeof(struct pollfd) + sizeof(size_t) + HUD_LONGEST_LINE);
    unsigned char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    size_t *lengths = (size_t *)(void *)memory;
    struct pollfd *waits = (struct pollfd *)(void *)(memory + count * sizeof(size_t));
    unsigned char *lines = memory + count * (sizeof(size_t) + sizeof(struct pollfd));
    for (size_t index = 0; index < count; index += 1) {
        const struct hud_merged *output = &work->outputs[index];
        waits[index] = (struct pollfd){output->source, POLLIN, 0};
        if (output->begun_length == 0 || output->begun_length >= HUD_LONGEST_LINE) continue;
        memcpy(lines + index * HUD_LONGEST_LINE, output->begun, output->begun_length);
        lengths[index] = output->begun_length;
    }
    for (size_t open = count; open > 0;) {
        if (poll(waits, (nfds_t)count, -1) < 0) continue;
        for (size_t index = 0; index < count; index += 1) {
            if (waits[index].fd < 0 || waits[index].revents == 0) continue;
            const struct hud_merged *output = &work->outputs[index];
            unsigned char *line = lines + index * HUD_LONGEST_LINE;
            const ssize_t read_count = hud_read(waits[index].fd, line + lengths[index], HUD_LONGEST_LINE - lengths[index]);
            if (read_count < 0 && (errno == EAGAIN || errno == EINTR)) continue;
            const bool has_ended = read_count <= 0;
            if (!has_ended && output->copy >= 0) (void)hud_write_within(output->copy, line + lengths[index], (size_t)read_count, -1);
            const size_t end = lengths[index] + (has_ended ? 0 : (size_t)read_count);
            lengths[index] = hud_write_lines(&target, output, line, end, has_ended);
            /* A process whose output nothing takes any more gets a SIGPIPE, as if it wrote there itself. */
            const bool is_taken = target.descriptor >= 0 || work->target < 0 || output->copy >= 0;
            if (!has_ended && is_taken) continue;
            (void)close(waits[index].fd);
            waits[index].fd = -1;
            open -= 1;
        }
    }
}

int hud_merge(const struct hud_merged *outputs, int count, int target) {
    const struct hud_merge_work work = {outputs, count, target};
    return hud_start_server(hud_serve_merged, &work);
}

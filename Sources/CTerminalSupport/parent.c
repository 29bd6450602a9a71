#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_parent.h"
#include "hud_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

/* The value of a variable as the number of a descriptor above the standard ones, or -1. */
static int hud_parent_number(const char *name) {
    const char *const text = getenv(name);
    if (text == NULL || *text < '0' || *text > '9') return -1;
    char *end;
    errno = 0;
    const long number = strtol(text, &end, 10);
    return *end == 0 && errno == 0 && number > STDERR_FILENO && number < 1 << 24 ? (int)number : -1;
}

/* The variables as they were when the pipe was taken: strings such as "HUD_PROGRESS_FD=5". The environment itself is left alone, because another thread of
   the program may read it. */
enum { HUD_TAKEN_VARIABLES = 3 };
static const char *_Atomic hud_taken[HUD_TAKEN_VARIABLES];

static void hud_parent_note_taken(void) {
    static const char *const names[HUD_TAKEN_VARIABLES] = {HUD_PROGRESS_FD_VARIABLE, HUD_PROGRESS_PIPES_VARIABLE, HUD_ZIG_PROGRESS_VARIABLE};
    for (int index = 0; index < HUD_TAKEN_VARIABLES; index += 1) {
        const char *const value = getenv(names[index]);
        if (value == NULL) continue;
        const size_t size = strlen(names[index]) + strlen(value) + 2;
        char *const text = malloc(size);
        if (text == NULL) continue;
        (void)snprintf(text, size, "%s=%s", names[index], value);
        hud_taken[index] = text;
    }
}

static bool hud_parent_has_taken(const char *variable) {
    for (int index = 0; index < HUD_TAKEN_VARIABLES; index += 1) {
        const char *const taken = hud_taken[index];
        if (taken != NULL && strcmp(taken, variable) == 0) return 1;
    }
    return 0;
}

char **hud_copy_environment(void) {
    size_t count = 0, kept = 0;
    while (environ[count] != NULL) count += 1;
    char **const copy = malloc((count + 1) * sizeof *copy);
    if (copy == NULL) return NULL;
    for (size_t index = 0; index < count && environ[index] != NULL; index += 1)
        if (!hud_parent_has_taken(environ[index])) copy[kept++] = environ[index];
    copy[kept] = NULL;
    return copy;
}

/* Whether a descriptor is the end of a pipe for writing. */
static bool hud_parent_is_pipe(int fd) {
    struct stat status;
    const int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
}

void hud_parent_describe(int fd, char text[48]) {
    struct stat status;
    memset(&status, 0, sizeof status);
    (void)fstat(fd, &status);
    (void)snprintf(text, 48, "%llu:%llu", (unsigned long long)status.st_dev, (unsigned long long)status.st_ino);
}

/* Whether `pipes` lists the pipe on `fd`. The entries are separated by commas. */
static bool hud_parent_is_listed(int fd, const char *pipes) {
    char text[48];
    hud_parent_describe(fd, text);
    const size_t count = strlen(text);
    while (pipes != NULL && *pipes != 0) {
        const char *const end = pipes + strcspn(pipes, ",");
        if ((size_t)(end - pipes) == count && memcmp(pipes, text, count) == 0) return 1;
        pipes = *end == 0 ? end : end + 1;
    }
    return 0;
}

/* Which of zig's formats the reader of a pipe takes. Neither the protocol nor the environment says it. On Linux the size of the pipe does: since its names
   have 120 bytes, zig makes the pipe as large as two messages (F_SETPIPE_SZ in spawnPosix, lib/std/Io/Threaded.zig of 0.16); before, it left the size as it was
   (lib/std/process/Child.zig of 0.15). Elsewhere it is taken for the new one. */
static enum hud_parent_protocol hud_parent_zig_format(int fd) {
#if defined(__linux__)
    /* The kernel rounds the size up to a page. */
    const long page = sysconf(_SC_PAGESIZE);
    return fcntl(fd, F_GETPIPE_SZ) == (page > HUD_ZIG_PIPE_SIZE ? page : HUD_ZIG_PIPE_SIZE) ? HUD_PARENT_ZIG_120 : HUD_PARENT_ZIG_40;
#else
    (void)fd;
    return HUD_PARENT_ZIG_120;
#endif
}

/* Whether a number from the environment is that of a pipe of zig's, which does not block. Others are the program's own, with a number that another program
   has left in the variable. */
static bool hud_parent_is_zigs(int fd) {
    return hud_parent_is_pipe(fd) && (fcntl(fd, F_GETFL) & O_NONBLOCK) != 0;
}

int hud_parent_take_tree(void) {
    const char *const pipes = getenv(HUD_PROGRESS_PIPES_VARIABLE);
    const int lines = hud_parent_number(HUD_PROGRESS_FD_VARIABLE), zig = hud_parent_number(HUD_ZIG_PROGRESS_VARIABLE);
    if (pipes == NULL || !hud_parent_is_pipe(lines) || !hud_parent_is_listed(lines, pipes)) return -1;
    return hud_parent_is_zigs(zig) && hud_parent_is_listed(zig, pipes) ? hud_open_nonblocking(zig) : -1;
}

int hud_parent_take(enum hud_parent_protocol *protocol) {
    *protocol = HUD_PARENT_NONE;
    const char *const pipes = getenv(HUD_PROGRESS_PIPES_VARIABLE);
    const int lines = hud_parent_number(HUD_PROGRESS_FD_VARIABLE), zig = hud_parent_number(HUD_ZIG_PROGRESS_VARIABLE);
    const int has_lines = hud_parent_is_pipe(lines) && (pipes == NULL || hud_parent_is_listed(lines, pipes));
    const int has_zig = hud_parent_is_zigs(zig);
    if (!has_lines && !has_zig) return -1;
    const int is_zig = has_zig && (!has_lines || !hud_parent_is_listed(zig, pipes));
    const int own = hud_open_nonblocking(is_zig ? zig : lines);
    if (own < 0) return -1;
    *protocol = is_zig ? hud_parent_zig_format(zig) : HUD_PARENT_LINES;
    if (has_lines) (void)fcntl(lines, F_SETFD, FD_CLOEXEC);
    if (has_zig) (void)fcntl(zig, F_SETFD, FD_CLOEXEC);
    hud_parent_note_taken();
    return own;
}

int hud_zig_pipe(int ends[2]) {
    if (hud_pipe(ends) != 0) return -1;
    struct rlimit limit;
    const long most = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 1024 ? (long)limit.rlim_cur : 1024;
    const int high = most > 200 ? fcntl(ends[1], F_DUPFD_CLOEXEC, (int)most - 100) : -1;
    if (high >= 0) {
        (void)close(ends[1]);
        ends[1] = high;
    }
    for (int index = 0; index < 2; index += 1) (void)fcntl(ends[index], F_SETFL, O_NONBLOCK);
#if defined(__linux__)
    /* For programs that tell the formats apart as hud_parent_take does. */
    (void)fcntl(ends[0], F_SETPIPE_SZ, HUD_ZIG_PIPE_SIZE);
#endif
    return 0;
}

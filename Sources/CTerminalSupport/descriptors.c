#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_descriptors.h"
#include "hud_pipes.h"
#include "hud_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

int hud_errno(void) {
    return errno;
}

void hud_reserve_standard_descriptors(void) {
    for (int fd = 0; fd <= STDERR_FILENO; fd += 1)
        if (fcntl(fd, F_GETFD) < 0) (void)!open("/dev/null", (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
}

int hud_move_up(int fd) {
    if (fd > STDERR_FILENO && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0) return fd;
    const int copy = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (fd >= 0) close(fd);
    return copy;
}

int hud_pipe(int ends[2]) {
#if defined(__linux__)
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    if (ends[0] > STDERR_FILENO && ends[1] > STDERR_FILENO) return 0;
#else
    if (pipe(ends) != 0) return -1;
#endif
    ends[0] = hud_move_up(ends[0]);
    ends[1] = hud_move_up(ends[1]);
    if (ends[0] >= 0 && ends[1] >= 0) return 0;
    const int error = errno;
    for (int index = 0; index < 2; index += 1) {
        if (ends[index] >= 0) (void)close(ends[index]);
        ends[index] = -1;
    }
    errno = error;
    return -1;
}

void hud_close_from(int first) {
#if defined(SYS_close_range)
    if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0) return;
#endif
#if defined(__APPLE__)
    const int end = getdtablesize();
#else
    const int end = 1024;
#endif
    for (int fd = first; fd < end; fd += 1) (void)close(fd);
}

uint64_t hud_inherited_terminals(void) {
    uint64_t found = 0;
    for (int fd = 0; fd < HUD_INHERITED; fd += 1) {
        const int flags = fcntl(fd, F_GETFD);
        if (flags >= 0 && !(flags & FD_CLOEXEC) && hud_is_controlling_terminal(fd)) found |= (uint64_t)1 << fd;
    }
    return found;
}

void hud_close_inherited(void) {
    const int empty = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (empty < 0) return;
    for (int fd = 0; fd < HUD_INHERITED; fd += 1) {
        const int flags = fcntl(fd, F_GETFD);
        if (flags < 0 || (flags & FD_CLOEXEC) || fd == STDERR_FILENO || isatty(fd)) continue;
        /* Standard descriptors stay open, so that their numbers are not reused. A pipe is replaced by an O_PATH descriptor; see hud_unread_bytes. */
        const int name = fd == STDOUT_FILENO && hud_is_pipe(fd) ? hud_open_pipe_path(fd) : -1;
        if (fd <= STDOUT_FILENO) (void)dup2(name < 0 ? empty : name, fd); else (void)close(fd);
        if (name >= 0) (void)close(name);
    }
    (void)close(empty);
}

int hud_temporary_file(void) {
    const char *const folder = getenv("TMPDIR");
    static const char name[] = "/hud.XXXXXX";
    char path[1024];
    if (folder != NULL && folder[0] == '/' && strlen(folder) + sizeof name <= sizeof path) {
        (void)strcat(strcpy(path, folder), name);
        const int fd = mkstemp(path);
        if (fd >= 0) {
            (void)unlink(path);
            (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
            return fd;
        }
    }
    FILE *const file = tmpfile();
    if (file == NULL) return -1;
    const int fd = dup(fileno(file));
    fclose(file);
    if (fd >= 0) (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
}

int hud_free_space(int file, off_t start, off_t count) {
#if defined(__APPLE__)
    struct fpunchhole hole;
    memset(&hole, 0, sizeof hole);
    hole.fp_offset = start;
    hole.fp_length = count;
    return fcntl(file, F_PUNCHHOLE, &hole);
#elif defined(FALLOC_FL_PUNCH_HOLE)
    return fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, start, count);
#else
    (void)file, (void)start, (void)count;
    return -1;
#endif
}

uint64_t hud_device_number(int fd) {
#if defined(TIOCGDEV)
    unsigned int device;
    if (ioctl(fd, TIOCGDEV, &device) == 0) return device;
#endif
    struct stat status;
    return fstat(fd, &status) == 0 ? (uint64_t)status.st_rdev : 0;
}

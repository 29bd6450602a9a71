#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_descriptors.h"
#include "hud_signals.h"
#if defined(__APPLE__)
#include "session.h"
#endif

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
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

#if defined(__APPLE__)
static _Atomic int hud_descriptors_lock;
#endif

void hud_lock_descriptors(sigset_t *before) {
    hud_block_signals(before);
#if defined(__APPLE__)
    (void)hud_take_lock(&hud_descriptors_lock, -1);
#endif
}

void hud_unlock_descriptors(const sigset_t *before) {
#if defined(__APPLE__)
    hud_drop_lock(&hud_descriptors_lock);
#endif
    if (before != NULL) (void)pthread_sigmask(SIG_SETMASK, before, NULL);
}

/* pipe(2), close-on-exec. */
static int hud_make_pipe(int ends[2]) {
#if defined(__APPLE__)
    sigset_t before;
    hud_lock_descriptors(&before);
    const int result = pipe(ends);
    for (int index = 0; index < 2 && result == 0; index += 1) (void)fcntl(ends[index], F_SETFD, FD_CLOEXEC);
    hud_unlock_descriptors(&before);
    return result;
#else
    return pipe2(ends, O_CLOEXEC);
#endif
}

int hud_pipe(int ends[2]) {
    if (hud_make_pipe(ends) != 0) return -1;
    if (ends[0] > STDERR_FILENO && ends[1] > STDERR_FILENO) return 0;
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

int hud_replace(int fd, int other) {
#if defined(__APPLE__)
    sigset_t before;
    hud_lock_descriptors(&before);
    const int result = dup2(other, fd) == fd && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 ? 0 : -1;
    hud_unlock_descriptors(&before);
    return result;
#else
    return dup3(other, fd, O_CLOEXEC) == fd ? 0 : -1;
#endif
}

bool hud_has_room_above(int fd, int count) {
    struct rlimit limit;
    return getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > (rlim_t)fd + (rlim_t)count;
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

uint64_t hud_inherited(void) {
    uint64_t open = ~(uint64_t)0, inherited = 0;
#if !defined(__APPLE__)
    /* One question for all of them. macOS answers for a terminal as if it were not open. */
    struct pollfd all[HUD_INHERITED];
    memset(all, 0, sizeof all);
    for (int fd = 0; fd < HUD_INHERITED; fd += 1) all[fd].fd = fd;
    const int is_known = poll(all, HUD_INHERITED, 0) >= 0;
    for (int fd = 0; fd < HUD_INHERITED; fd += 1) if (is_known && (all[fd].revents & POLLNVAL)) open &= ~((uint64_t)1 << fd);
#endif
    for (int fd = 0; fd < HUD_INHERITED; fd += 1) {
        if (!(open >> fd & 1)) continue;
        const int flags = fcntl(fd, F_GETFD);
        if (flags >= 0 && !(flags & FD_CLOEXEC)) inherited |= (uint64_t)1 << fd;
    }
    return inherited;
}

void hud_close_inherited(void) {
    const int empty = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (empty < 0) return;
    const uint64_t inherited = hud_inherited();
    for (int fd = 0; fd < HUD_INHERITED; fd += 1) {
        if (!(inherited >> fd & 1) || fd == STDERR_FILENO || isatty(fd)) continue;
        /* Standard descriptors stay open, so that their numbers are not reused. A pipe is replaced by an O_PATH descriptor; see hud_unread_bytes. */
        const int name = fd == STDOUT_FILENO && hud_is_pipe(fd) ? hud_open_pipe_path(fd) : -1;
        if (fd <= STDOUT_FILENO) (void)dup2(name < 0 ? empty : name, fd); else (void)close(fd);
        if (name >= 0) (void)close(name);
    }
    (void)close(empty);
}

int hud_temporary_file(void) {
    const char *const folder = getenv("TMPDIR");
    const char *const folders[] = {folder != NULL && folder[0] == '/' ? folder : P_tmpdir, P_tmpdir, "/tmp"};
    for (size_t index = 0; index < sizeof folders / sizeof *folders; index += 1) {
#if defined(O_TMPFILE)
        /* Not all file systems have files that never had a name. */
        const int unnamed = open(folders[index], O_TMPFILE | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
        if (unnamed >= 0) return hud_move_up(unnamed);
#endif
        char path[1024];
        if (snprintf(path, sizeof path, "%s/hud.XXXXXX", folders[index]) >= (int)sizeof path) continue;
        const int fd = mkostemp(path, O_CLOEXEC);
        if (fd < 0) continue;
        (void)unlink(path);
        return hud_move_up(fd);
    }
    return -1;
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

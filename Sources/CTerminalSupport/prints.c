/* Whether something is written to a file, a pipe or a socket, by whichever process. */
#include "hud_process.h"

#include "hud_descriptors.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/inotify.h>

/* What is written to /dev/null is nothing that is printed, and all programs of the system write to it. */
static bool hud_is_null(int fd) {
    struct stat null, found;
    return stat("/dev/null", &null) == 0 && fstat(fd, &found) == 0 && S_ISCHR(found.st_mode) && found.st_rdev == null.st_rdev;
}

int hud_prints_open(const int *descriptors, int count) {
    const int prints = hud_move_up(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
    int watched = 0, error = prints < 0 ? errno : ENODATA;
    for (int index = 0; prints >= 0 && index < count; index += 1) {
        char path[32];
        (void)snprintf(path, sizeof path, "/proc/self/fd/%d", descriptors[index]);
        if (hud_is_null(descriptors[index])) continue;
        if (inotify_add_watch(prints, path, IN_MODIFY) >= 0) watched += 1;
        else if (errno != ENOENT) error = errno;
    }
    if (watched > 0 && error == ENODATA) return prints;
    if (prints >= 0) (void)close(prints);
    errno = error;
    return -1;
}

bool hud_prints_take(int prints) {
    _Alignas(struct inotify_event) char events[1024];
    int found = 0;
    while (read(prints, events, sizeof events) > 0) found = 1;
    return found;
}

#else

int hud_prints_open(const int *descriptors, int count) {
    (void)descriptors;
    (void)count;
    errno = ENOTSUP;
    return -1;
}

bool hud_prints_take(int prints) {
    (void)prints;
    return 0;
}

#endif

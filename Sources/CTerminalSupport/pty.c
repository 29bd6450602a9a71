#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_terminal.h"
#include "hud_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* Our end of a new pseudo-terminal, close-on-exec. */
static int hud_open_master(void) {
#if defined(__APPLE__)
    sigset_t before;
    hud_lock_descriptors(&before);
    const int master = hud_move_up(posix_openpt(O_RDWR | O_NOCTTY));
    hud_unlock_descriptors(&before);
    return master;
#else
    return hud_move_up(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
#endif
}

int hud_open_pseudo_terminal(int model, int *master, int *slave) {
    *slave = -1;
    *master = hud_open_master();
    if (*master < 0) return -1;
    if (grantpt(*master) == 0 && unlockpt(*master) == 0) {
        char name[128];
        if (ptsname_r(*master, name, sizeof name) == 0) *slave = hud_move_up(open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
    }
    if (*slave < 0) {
        const int error = errno;
        close(*master);
        *master = -1;
        errno = error;
        return -1;
    }
    (void)hud_copy_window_size(model, *slave);
    (void)fcntl(*master, F_SETFL, O_NONBLOCK);
    return 0;
}

void hud_copy_settings(int model, int fd, bool is_shared, struct termios *given) {
    struct termios settings, fresh;
    if (tcgetattr(model, &settings) == 0 && tcgetattr(fd, &fresh) == 0) {
        if (hud_has_marked_settings(model)) {
            const int ours[] = {VMIN, VTIME, VREPRINT, VDISCARD};
            for (size_t index = 0; index < sizeof ours / sizeof ours[0]; index += 1)
                settings.c_cc[ours[index]] = fresh.c_cc[ours[index]];
            settings.c_iflag = fresh.c_iflag;
            settings.c_oflag = fresh.c_oflag;
            settings.c_lflag = fresh.c_lflag;
        }
        if (is_shared) settings.c_oflag &= ~(tcflag_t)OPOST;
        (void)tcsetattr(fd, TCSANOW, &settings);
    }
    /* Read back, because a driver need not apply all of them. */
    (void)tcgetattr(fd, given);
}

void hud_apply_job_settings(int fd, const struct termios *left, bool is_shared) {
    struct termios settings, now;
    settings = *left;
    if (is_shared && tcgetattr(fd, &now) == 0) settings.c_oflag |= now.c_oflag & (tcflag_t)OPOST;
    (void)tcsetattr(fd, TCSANOW, &settings);
}

size_t hud_write_without_echo(int master, int slave, const struct termios *found, unsigned char *keys, size_t count) {
    struct termios settings, quiet;
    if (tcgetattr(slave, &settings) != 0) return count;
    for (size_t index = 0; index < count; index += 1)
        if (keys[index] == 0 && (found->c_lflag & settings.c_lflag & ICANON)) keys[index] = settings.c_cc[VEOF];
    quiet = settings;
    quiet.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ISIG);
    (void)tcsetattr(slave, TCSANOW, &quiet);
    const ssize_t written = write(master, keys, count);
    /* Linux delivers the keys late, but at the latest when a process asks for input. */
    (void)hud_has_input(slave);
    (void)tcsetattr(slave, TCSANOW, &settings);
    return written < 0 ? 0 : (size_t)written;
}

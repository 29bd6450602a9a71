#include "hud_terminal.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool hud_settings_echo(const struct termios *settings) {
    return settings == NULL || (settings->c_lflag & ECHO) != 0;
}

bool hud_settings_relay(const struct termios *settings) {
    return settings != NULL && !(settings->c_lflag & (tcflag_t)(ECHO | ICANON)) && !(settings->c_oflag & (tcflag_t)OPOST);
}

bool hud_settings_return(const struct termios *settings) {
    return settings == NULL || (settings->c_oflag & (tcflag_t)(OPOST | ONLCR)) == (tcflag_t)(OPOST | ONLCR);
}

/* The number of bytes that this process has read from its terminal; -1 if it does not read lines there. */
static atomic_int read_here = -1;
/* The most bytes of lines that were seen by now, read or not. */
static atomic_int most_typed = 0;

void hud_note_typed_lines(int count) {
    int none = -1;
    (void)atomic_compare_exchange_strong(&read_here, &none, 0);
    (void)atomic_fetch_add(&read_here, count);
}

int hud_unread_lines(int fd, const struct termios *settings) {
    int count = 0;
    if (settings == NULL || (settings->c_lflag & (tcflag_t)(ECHO | ICANON)) != (tcflag_t)(ECHO | ICANON)) return 0;
    if (ioctl(fd, FIONREAD, &count) != 0) count = 0;
    const int read = atomic_load(&read_here);
    if (read < 0) return count;
    /* A line that was read and is not counted yet is not typed again when it is. */
    int most = atomic_load(&most_typed);
    while (read + count > most && !atomic_compare_exchange_weak(&most_typed, &most, read + count)) {}
    return read + count > most ? read + count : most;
}

bool hud_is_echoing(int fd) {
    struct termios settings;
    return hud_settings_echo(tcgetattr(fd, &settings) == 0 ? &settings : NULL);
}

bool hud_is_waiting_unseen(int fd) {
    struct termios settings;
    const struct termios *known = tcgetattr(fd, &settings) == 0 ? &settings : NULL;
    return !hud_settings_echo(known) && !hud_settings_relay(known);
}

void hud_disable_echo(int fd, bool reads_keys) {
    struct termios settings;
    if (!hud_is_foreground(fd) || tcgetattr(fd, &settings) != 0) return;
    settings.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    if (reads_keys) {
        settings.c_lflag &= ~(tcflag_t)ICANON;
        settings.c_cc[VMIN] = 0;
        settings.c_cc[VTIME] = 0;
    }
    /* Not TCSADRAIN, which waits for output that a held terminal does not take. */
    (void)tcsetattr(fd, TCSANOW, &settings);
}

/* Local flags that the driver sets and clears by itself. */
#if defined(__APPLE__)
static const tcflag_t hud_driver_flags = PENDIN | FLUSHO | EXTPROC;
#else
static const tcflag_t hud_driver_flags = PENDIN | FLUSHO;
#endif

void hud_disable_output_processing(int fd) {
    struct termios settings;
    if (tcgetattr(fd, &settings) != 0) return;
    settings.c_oflag &= ~(tcflag_t)OPOST;
    (void)tcsetattr(fd, TCSANOW, &settings);
}

bool hud_is_same_settings(const struct termios *one, const struct termios *other) {
    return one->c_iflag == other->c_iflag && one->c_oflag == other->c_oflag && one->c_cflag == other->c_cflag
        && ((one->c_lflag ^ other->c_lflag) & ~hud_driver_flags) == 0
        && memcmp(one->c_cc, other->c_cc, sizeof one->c_cc) == 0;
}

unsigned char hud_end_key(int fd) {
    struct termios settings;
    return tcgetattr(fd, &settings) == 0 && settings.c_cc[VEOF] != _POSIX_VDISABLE ? settings.c_cc[VEOF] : 4;
}

void hud_set_readable(int fd) {
    struct termios settings;
    if (tcgetattr(fd, &settings) != 0) return;
    settings.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    settings.c_cc[VMIN] = 0;
    settings.c_cc[VTIME] = 0;
    (void)tcsetattr(fd, TCSANOW, &settings);
}

int hud_signal_of_key(const struct termios *settings, unsigned char key) {
    if (key == _POSIX_VDISABLE) return 0;
#if defined(__linux__)
    /* Elsewhere the key quotes without line editing too. */
    const tcflag_t quoting = IEXTEN | ICANON;
#else
    const tcflag_t quoting = IEXTEN;
#endif
    if ((settings->c_lflag & quoting) == quoting && key == settings->c_cc[VLNEXT]) return -1;
    if (!(settings->c_lflag & ISIG)) return 0;
    return key == settings->c_cc[VINTR] ? SIGINT : key == settings->c_cc[VQUIT] ? SIGQUIT : 0;
}

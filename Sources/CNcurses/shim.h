/* What Swift can't import from ncurses and libc: variadic functions, macros, cur_term, and the few places where Linux and
   macOS differ. Everything here is static inline and starts with hud_. */
#ifndef HUD_CNCURSES_SHIM_H
#define HUD_CNCURSES_SHIM_H

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif

#include <curses.h>
#include <term.h>

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

#if defined(__linux__)
/* glibc declares these only for _XOPEN_SOURCE. Defining that here would give this module other structures than those that
   Dispatch's module has read from the same headers. */
extern int posix_openpt(int flags);
extern int grantpt(int fd);
extern int unlockpt(int fd);
extern char *ptsname(int fd);
extern int wcwidth(wchar_t character);
#endif

/* ---- terminfo ---- */

/* Loads the terminal's description for a descriptor beside whatever curses itself is using; NULL where there is none. */
static inline TERMINAL *hud_terminfo_open(const char *name, int fd) {
    TERMINAL *const before = cur_term;
    int error = 0;
    if (setupterm((char *)name, fd, &error) != OK) {
        if (cur_term != before) set_curterm(before);
        return NULL;
    }
    TERMINAL *const loaded = cur_term;
    set_curterm(before);
    return loaded;
}

static inline void hud_terminfo_close(TERMINAL *terminal) {
    if (terminal != NULL && terminal != cur_term) del_curterm(terminal);
}

/* A string capability by its terminfo name; NULL where the terminal lacks it. */
static inline const char *hud_terminfo_string(TERMINAL *terminal, const char *name) {
    TERMINAL *const before = set_curterm(terminal);
    const char *const value = tigetstr((char *)name);
    set_curterm(before);
    return value == (const char *)-1 ? NULL : value;
}

/* A number by its terminfo name; -1 where the terminal has none. */
static inline int hud_terminfo_number(TERMINAL *terminal, const char *name) {
    TERMINAL *const before = set_curterm(terminal);
    const int value = tigetnum((char *)name);
    set_curterm(before);
    return value;
}

/* Whether the terminal has a flag, or a user-defined capability of whatever type (`RGB` is all three). */
static inline int hud_terminfo_has(TERMINAL *terminal, const char *name) {
    TERMINAL *const before = set_curterm(terminal);
    const char *const string = tigetstr((char *)name);
    const int has = tigetflag((char *)name) > 0 || tigetnum((char *)name) > 0 || (string != NULL && string != (const char *)-1);
    set_curterm(before);
    return has;
}

/* Fills in a capability's parameter; NULL where that fails. The result is good until the next call. */
static inline const char *hud_tparm(const char *capability, int parameter) {
    return tparm((char *)capability, (long)parameter, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

/* The same for a capability of two parameters (`csr`, `cup`). */
static inline const char *hud_tparm2(const char *capability, int first, int second) {
    return tparm((char *)capability, (long)first, (long)second, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

/* errno is a macro. */
static inline int hud_errno(void) {
    return errno;
}

/* ---- descriptors ---- */

/* Holds the places of standard descriptors that are closed: what we open is not to be taken for one of them, and written to. They stay as
   good as closed, for us and, closed on exec, for a job. */
static inline void hud_hold_standard_descriptors(void) {
    for (int fd = 0; fd <= STDERR_FILENO; fd += 1)
        if (fcntl(fd, F_GETFD) < 0) (void)!open("/dev/null", (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
}

/* ---- pipes ---- */

/* Holds SIGPIPE back from this thread, so that what writes to a pipe nobody reads is told EPIPE and not killed. Whether one was
   pending already. */
static inline int hud_hold_sigpipe(sigset_t *before) {
    sigset_t held, pending;
    sigemptyset(&held);
    sigaddset(&held, SIGPIPE);
    sigemptyset(&pending);
    (void)pthread_sigmask(SIG_BLOCK, &held, before);
    (void)sigpending(&pending);
    return sigismember(&pending, SIGPIPE) == 1;
}

/* Takes back the SIGPIPE that has come since hud_hold_sigpipe, and no other; then signals are as they were. */
static inline void hud_release_sigpipe(const sigset_t *before, int was_pending) {
    sigset_t held, pending;
    sigemptyset(&held);
    sigaddset(&held, SIGPIPE);
    sigemptyset(&pending);
    if (!was_pending && sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1) {
#if defined(__APPLE__)
        int signal;
        (void)sigwait(&held, &signal);
#else
        const struct timespec now = {0, 0};
        (void)sigtimedwait(&held, NULL, &now);
#endif
    }
    (void)pthread_sigmask(SIG_SETMASK, before, NULL);
}

/* ---- the terminal's driver ---- */

/* The window's size; 0 where it is not known. */
static inline int hud_window_size(int fd, int *height, int *width) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0) return -1;
    *height = size.ws_row;
    *width = size.ws_col;
    return 0;
}

/* Whether somebody has typed a line that nobody has read. */
static inline int hud_has_input(int fd) {
    struct pollfd input = {fd, POLLIN, 0};
    return poll(&input, 1, 0) > 0 && (input.revents & POLLIN) != 0;
}

/* Whether this process may draw: it is in the foreground of the terminal, or the terminal is not its controlling one. */
static inline int hud_is_foreground(int fd) {
    const pid_t group = tcgetpgrp(fd);
    return group == -1 || group == getpgrp();
}

/* The number of the device on a descriptor; two descriptors of one terminal have the same. */
static inline uint64_t hud_device_number(int fd) {
    struct stat status;
    return fstat(fd, &status) == 0 ? (uint64_t)status.st_rdev : 0;
}

/* Whether what is typed is echoed: not so at a password prompt. Unknown counts as echoed. */
static inline int hud_is_echoing(int fd) {
    struct termios settings;
    return tcgetattr(fd, &settings) != 0 || (settings.c_lflag & ECHO) != 0;
}

/* Whether a program passes all that is typed on to a terminal somewhere else, with everything off as cfmakeraw(3) has it: apt while it
   installs, ssh, script. What it echoes it prints. */
static inline int hud_is_relayed(int fd) {
    struct termios settings;
    return tcgetattr(fd, &settings) == 0 && !(settings.c_lflag & (tcflag_t)(ECHO | ICANON)) && !(settings.c_oflag & (tcflag_t)OPOST);
}

/* Whether the driver adds a carriage return to each line feed. Unknown counts as added. */
static inline int hud_newline_returns(int fd) {
    struct termios settings;
    return tcgetattr(fd, &settings) != 0
        || (settings.c_oflag & (tcflag_t)(OPOST | ONLCR)) == (tcflag_t)(OPOST | ONLCR);
}

/* Keeps what is typed from being echoed; with `reads_keys` it can also be read key by key. The terminal still makes signals of its keys. */
static inline void hud_take_keyboard(int fd, int reads_keys) {
    struct termios settings;
    if (!hud_is_foreground(fd) || tcgetattr(fd, &settings) != 0) return;
    settings.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    if (reads_keys) {
        settings.c_lflag &= ~(tcflag_t)ICANON;
        settings.c_cc[VMIN] = 0;
        settings.c_cc[VTIME] = 0;
    }
    (void)tcsetattr(fd, TCSADRAIN, &settings);
}

/* ---- text ---- */

/* The user's character set (LC_ALL, LC_CTYPE, LANG), without touching the program's own locale. */
static inline locale_t hud_locale_open(void) {
    return newlocale(LC_CTYPE_MASK, "", (locale_t)0);
}

/* A locale whose character set is UTF-8, whatever the user's is; 0 where there is none. */
static inline locale_t hud_locale_open_utf8(void) {
    const locale_t plain = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    return plain != (locale_t)0 ? plain : newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
}

static inline int hud_locale_is_utf8(locale_t locale) {
    if (locale == (locale_t)0) return 0;
    /* Not nl_langinfo_l: in a static program glibc's knows the C locale alone. */
    const locale_t before = uselocale(locale);
    const int is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    uselocale(before);
    return is_utf8;
}

/* Columns that a character takes: 0, 1 or 2; -1 for what can't be printed. */
static inline int hud_wcwidth(locale_t locale, uint32_t character) {
    const locale_t before = uselocale(locale);
    const int width = wcwidth((wchar_t)character);
    uselocale(before);
    return width;
}

/* ---- options ---- */

/* getopt_long(3) and its globals, which Swift takes for shared mutable state. */
static inline int hud_getopt_long(int count, char *const *words, const char *letters, const struct option *options) {
    return getopt_long(count, words, letters, options, NULL);
}

static inline void hud_getopt_start(void) {
    opterr = 0;
    optind = 1;
}

static inline int hud_optind(void) { return optind; }
static inline void hud_set_optind(int index) { optind = index; }
static inline int hud_optopt(void) { return optopt; }
static inline const char *hud_optarg(void) { return optarg; }

/* ---- signals ---- */

static inline int hud_signal_is_default(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL;
}

static inline int hud_signal_is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_IGN;
}

/* Catches a signal; system calls go on after it. */
static inline int hud_catch(int number, void (*handler)(int, siginfo_t *, void *)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigfillset(&action.sa_mask);
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    action.sa_sigaction = handler;
    return sigaction(number, &action, NULL);
}

/* Whether a signal was sent by a process, with kill or the like, and not by the terminal. */
static inline int hud_signal_is_from_process(const siginfo_t *info) {
    return info != NULL && info->si_code <= 0;
}

/* Whether we have sent it ourselves, to our own process group. */
static inline int hud_signal_is_own(const siginfo_t *info) {
    return hud_signal_is_from_process(info) && info->si_pid == getpid();
}

/* ---- processes ---- */

/* Whether who started us is a shell with job control, which is told of stops. Of our own group, it waits for an end and nothing else; of
   another session, nobody could have us go on. */
static inline int hud_is_under_job_control(void) {
    const pid_t parent = getppid();
    return getsid(parent) == getsid(0) && getpgid(parent) != getpgrp();
}

extern char **environ;

/* Starts a program: `path` itself, or with `searches` what PATH finds by that name. The signals in `defaults` get their default action
   back, and the signal mask is `mask`. 0 or an errno.
   In C, because the attributes are structures on one system and pointers on the other. */
static inline int hud_spawn(
    pid_t *process, const char *path, int searches, char *const argv[], const int defaults[], int defaults_count,
    const sigset_t *mask) {
    posix_spawnattr_t attributes;
    sigset_t signals;
    sigemptyset(&signals);
    for (int index = 0; index < defaults_count; index += 1) sigaddset(&signals, defaults[index]);
    int error = posix_spawnattr_init(&attributes);
    if (error != 0) return error;
    error = posix_spawnattr_setsigdefault(&attributes, &signals);
    if (error == 0) error = posix_spawnattr_setsigmask(&attributes, mask);
    if (error == 0) error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    if (error == 0)
        error = searches ? posix_spawnp(process, path, NULL, &attributes, argv, environ)
                         : posix_spawn(process, path, NULL, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* ---- how a process ended (macros) ---- */

static inline int hud_was_killed(int status) { return WIFSIGNALED(status); }
static inline int hud_killing_signal(int status) { return WTERMSIG(status); }
static inline int hud_is_stopped(int status) { return WIFSTOPPED(status); }
static inline int hud_stopping_signal(int status) { return WSTOPSIG(status); }
static inline int hud_is_continued(int status) { return WIFCONTINUED(status); }
static inline int hud_exit_status(int status) { return WEXITSTATUS(status); }

/* Ends this process by a signal, as its job ended, without a second core file. Returns where the signal can't do that. */
static inline void hud_die_by(int number) {
    const struct rlimit none = {0, 0};
    (void)setrlimit(RLIMIT_CORE, &none);
    signal(number, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    kill(getpid(), number);
}

#include "family.h"
#include "session.h"
#include "leader.h"
#include "pty.h"

#endif

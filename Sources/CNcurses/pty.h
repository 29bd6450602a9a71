/* A job's pseudo-terminal, and the settings of it and of the real one. */
#ifndef HUD_CNCURSES_PTY_H
#define HUD_CNCURSES_PTY_H

/* Gives the window of `fd` the size of the window of `model`. */
static inline int hud_copy_window_size(int model, int fd) {
    struct winsize size;
    return ioctl(model, TIOCGWINSZ, &size) != 0 ? -1 : ioctl(fd, TIOCSWINSZ, &size);
}

/* Whether a terminal is the one that we were started from: its keys make signals for us, and a shell gives it to us and takes it. */
static inline int hud_is_controlling_terminal(int fd) {
    return isatty(fd) && tcgetpgrp(fd) >= 0;
}

/* Which descriptors are passed on to what we start, and are the terminal that we were started from: a bit each. */
static inline uint64_t hud_inherited_terminals(void) {
    uint64_t found = 0;
    for (int fd = 0; fd < HUD_INHERITED; fd += 1) {
        const int flags = fcntl(fd, F_GETFD);
        if (flags >= 0 && !(flags & FD_CLOEXEC) && hud_is_controlling_terminal(fd)) found |= (uint64_t)1 << fd;
    }
    return found;
}

static inline int hud_is_pipe(int fd) {
    struct stat status;
    return fstat(fd, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

/* A descriptor that names the pipe on `fd`, and is no writer of it: its reader finds the end when others have closed it. -1 where there is no
   such thing. */
static inline int hud_name_pipe(int fd) {
#if defined(__linux__)
    /* Linux's O_PATH, which glibc tells only those of who define _GNU_SOURCE. */
    const int names_only = 010000000;
    char path[32];
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return open(path, names_only | O_CLOEXEC);
#else
    (void)fd;
    return -1;
#endif
}

/* How many bytes lie in pipes on our standard output and error that their readers have still to take. 0 where the kernel says so to none but
   the reader (macOS), and where there is no reader. */
static inline int hud_unread_bytes(void) {
    int sum = 0;
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd += 1) {
        struct stat status;
        int count = 0;
        if (fstat(fd, &status) != 0 || !S_ISFIFO(status.st_mode)) continue;
        if (ioctl(fd, FIONREAD, &count) != 0) {
            /* It only has a name. */
            char path[32];
            (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
            const int pipe = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
            if (pipe < 0 || ioctl(pipe, FIONREAD, &count) != 0) count = 0;
            if (pipe >= 0) (void)close(pipe);
        }
        sum += count;
    }
    return sum;
}

/* Lets go of what a job has inherited and we have no use for: a pipe that we held open would seem to have a reader or a writer. */
static inline void hud_let_go_of_inherited(void) {
    const int empty = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (empty < 0) return;
    for (int fd = 0; fd < HUD_INHERITED; fd += 1) {
        const int flags = fcntl(fd, F_GETFD);
        if (flags < 0 || (flags & FD_CLOEXEC) || fd == STDERR_FILENO || isatty(fd)) continue;
        /* The places of standard descriptors stay taken: that of a pipe by what only names it, see hud_unread_bytes. */
        const int name = fd == STDOUT_FILENO && hud_is_pipe(fd) ? hud_name_pipe(fd) : -1;
        if (fd <= STDOUT_FILENO) (void)dup2(name < 0 ? empty : name, fd); else (void)close(fd);
        if (name >= 0) (void)close(name);
    }
    (void)close(empty);
}

/* Opens the controlling terminal, which `fd` is, once more: whether it blocks is ours alone to say then, and it can be read. -1 and errno
   where that fails. */
static inline int hud_reopen_terminal(int fd) {
#if defined(__APPLE__)
    /* There poll(2) knows nothing of /dev/tty. */
    const char *const name = ttyname(fd);
#else
    const char *const name = "/dev/tty";
    (void)fd;
#endif
    return name == NULL ? -1 : hud_move_up(open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
}

/* Makes a pseudo-terminal of the size of `model`'s window. 0, or -1 and errno. */
static inline int hud_open_pseudo_terminal(int model, int *master, int *slave) {
    *slave = -1;
    *master = hud_move_up(posix_openpt(O_RDWR | O_NOCTTY));
    if (*master < 0) return -1;
    if (grantpt(*master) == 0 && unlockpt(*master) == 0) {
        const char *const name = ptsname(*master);
        if (name != NULL) *slave = hud_move_up(open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
    }
    if (*slave < 0) {
        const int error = errno;
        close(*master);
        errno = error;
        return -1;
    }
    (void)hud_copy_window_size(model, *slave);
    (void)fcntl(*master, F_SETFL, O_NONBLOCK);
    return 0;
}

/* Has settings say that they are a hud-demo's, by two keys that mean nothing under them. */
static inline void hud_mark(struct termios *settings) {
    settings->c_cc[VREPRINT] = 'h';
    settings->c_cc[VDISCARD] = 'u';
}

/* Whether a hud-demo has a terminal, which a script or make may run several of. */
static inline int hud_is_taken(int fd) {
    struct termios settings;
    return tcgetattr(fd, &settings) == 0 && !(settings.c_lflag & (tcflag_t)ECHO) && settings.c_cc[VREPRINT] == 'h'
        && settings.c_cc[VDISCARD] == 'u';
}

/* Gives `fd` the settings that `model` has, speeds and all, and notes them. With `is_shared` the output is left to `model`. Where another
   hud-demo has that, its keys are known and nothing else. */
static inline void hud_copy_settings(int model, int fd, int is_shared, struct termios *given) {
    struct termios settings, fresh;
    if (tcgetattr(model, &settings) == 0 && tcgetattr(fd, &fresh) == 0) {
        if (hud_is_taken(model)) {
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
    /* As they are now: a driver need not take all of them. */
    (void)tcgetattr(fd, given);
}

/* What a terminal that was `found` so is set to. Every byte comes at once and as it is, and goes out as it is. What does that for the user is
   the job's terminal. Where `is_shared`, others write to it that have no such terminal: line ends are made here then. */
static inline struct termios hud_raw_settings(const struct termios *found, int is_shared) {
    struct termios settings = *found;
    cfmakeraw(&settings);
    settings.c_cflag = found->c_cflag;
    if (is_shared) settings.c_oflag = found->c_oflag;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    hud_mark(&settings);
    return settings;
}

/* Sets a terminal to what `loan`, if there is one, is to know of: how it was is kept there until it is given back. */
static inline void hud_lend(int fd, const struct termios *before, const struct termios *settings, struct hud_loan *loan) {
    if (loan != NULL) {
        if (!loan->is_taken) loan->found = *before;
        loan->last = loan->is_taken ? loan->ours : *settings;
        loan->ours = *settings;
        __atomic_store_n(&loan->is_taken, 1, __ATOMIC_SEQ_CST);
    }
    (void)tcsetattr(fd, TCSANOW, settings);
    /* As it is now: a driver need not take all of it. */
    if (loan != NULL) (void)tcgetattr(fd, &loan->ours);
}

static inline void hud_set_raw(int fd, int is_shared, struct hud_loan *loan) {
    struct termios before;
    if (tcgetattr(fd, &before) != 0) return;
    const struct termios settings = hud_raw_settings(&before, is_shared);
    hud_lend(fd, &before, &settings, loan);
}

/* Gives a terminal that was `found` so back, but for the echo: keys wait, unseen, for whoever comes next. */
static inline void hud_set_quiet(int fd, const struct termios *found, struct hud_loan *loan) {
    struct termios settings = *found;
    settings.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    hud_mark(&settings);
    hud_lend(fd, found, &settings, loan);
}

/* What shows the cursor again, if somebody else has to. */
static inline void hud_loan_set_cursor(struct hud_loan *loan, const void *bytes, size_t count) {
    if (loan == NULL || count > sizeof loan->cursor) return;
    memcpy(loan->cursor, bytes, count);
    loan->count = count;
}

/* Nothing of ours is on the terminal any more. */
static inline void hud_loan_finish(struct hud_loan *loan) {
    if (loan != NULL) __atomic_store_n(&loan->is_over, 1, __ATOMIC_SEQ_CST);
}

/* The terminal has been given back. */
static inline void hud_loan_end(struct hud_loan *loan) {
    if (loan != NULL) __atomic_store_n(&loan->is_taken, 0, __ATOMIC_SEQ_CST);
}

static inline int hud_is_hung_up(int fd) {
    struct pollfd end = {fd, POLLIN, 0};
    return poll(&end, 1, 0) > 0 && (end.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

/* The key that is the end of what is typed, ^D as a rule. */
static inline unsigned char hud_end_key(int fd) {
    struct termios settings;
    return tcgetattr(fd, &settings) == 0 && settings.c_cc[VEOF] != _POSIX_VDISABLE ? settings.c_cc[VEOF] : 4;
}

/* Lets what was typed and not yet read be read, whether or not it makes a line. */
static inline void hud_set_readable(int fd) {
    struct termios settings;
    if (tcgetattr(fd, &settings) != 0) return;
    settings.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    settings.c_cc[VMIN] = 0;
    settings.c_cc[VTIME] = 0;
    (void)tcsetattr(fd, TCSANOW, &settings);
}

/* Leaves a terminal as the job has left its own, the output apart where `is_shared`. */
static inline void hud_leave_settings(int fd, const struct termios *left, int is_shared) {
    struct termios settings, now;
    settings = *left;
    if (is_shared && tcgetattr(fd, &now) == 0) settings.c_oflag |= now.c_oflag & (tcflag_t)OPOST;
    (void)tcsetattr(fd, TCSANOW, &settings);
}

/* Gives the job keys that were echoed when they were typed, and are not to be echoed again. In lines, an end typed as a key of its own lies in
   the terminal as a zero: it becomes that key again. */
static inline void hud_pass_unseen(int master, int slave, const struct termios *found, unsigned char *keys, size_t count) {
    struct termios settings, quiet;
    if (tcgetattr(slave, &settings) != 0) return;
    for (size_t index = 0; index < count; index += 1)
        if (keys[index] == 0 && (found->c_lflag & settings.c_lflag & ICANON)) keys[index] = settings.c_cc[VEOF];
    quiet = settings;
    quiet.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ISIG);
    (void)tcsetattr(slave, TCSANOW, &quiet);
    (void)!write(master, keys, count);
    /* Linux takes its time: until somebody asks whether there is something to be read. */
    (void)hud_has_input(slave);
    (void)tcsetattr(slave, TCSANOW, &settings);
}

/* What a key does on a terminal: the signal that it sends, -1 where it takes the next key's meaning away, 0 where it is a key like others. */
static inline int hud_signal_of_key(const struct termios *settings, unsigned char key) {
    if (key == _POSIX_VDISABLE) return 0;
    if ((settings->c_lflag & IEXTEN) && key == settings->c_cc[VLNEXT]) return -1;
    if (!(settings->c_lflag & ISIG)) return 0;
    return key == settings->c_cc[VINTR] ? SIGINT : key == settings->c_cc[VQUIT] ? SIGQUIT : 0;
}

/* Has the terminal take a byte for typed. Linux can be built or told (dev.tty.legacy_tiocsti) not to, and OpenBSD has no such thing. */
static inline int hud_push_back(int fd, unsigned char byte) {
#if defined(TIOCSTI)
    return ioctl(fd, TIOCSTI, &byte);
#else
    (void)fd;
    (void)byte;
    return -1;
#endif
}

#endif

/* The leader of a job's session: a process between hud-demo and the job, as a shell is. A session needs a leader that is not the job
   itself, for the job's process group would be an orphaned one then, where the kernel lets nobody be stopped by ^Z.

   After a fork nothing is called that is not async-signal-safe; so this is C. execvp, which is not on POSIX's list, allocates nothing in
   glibc and on macOS. */
#ifndef HUD_CNCURSES_LEADER_H
#define HUD_CNCURSES_LEADER_H

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

enum {
    /* A command to the leader: a signal's number, with this bit where it is for the job's whole process group. 0 only answers a stop. */
    HUD_LEADER_GROUP = 0x80,
    /* Where the leader keeps what it needs. */
    HUD_LEADER_TERMINAL = 0,
    HUD_LEADER_REPORTS = 1,
    HUD_LEADER_COMMANDS = 2,
    HUD_LEADER_OURS = 3,
    HUD_LEADER_REST = 4,
    /* Descriptors below are looked at when the job is to inherit them. Shells and scripts have theirs here. */
    HUD_INHERITED = 64
};

/* hud-demo's own terminal, which is raw meanwhile, in memory that the leader has too: who is killed by SIGKILL can't give it back. */
struct hud_loan {
    int is_taken;
    /* How it was, how it is meanwhile, and how it was meanwhile before that. */
    struct termios found, ours, last;
    /* Whether hud-demo has taken its leave; and what shows the cursor again if it could not. */
    int is_over;
    size_t count;
    unsigned char cursor[64];
};

/* Made before the leader is. NULL where there is no memory to be shared. */
static inline struct hud_loan *hud_loan_make(void) {
    void *const memory = mmap(NULL, sizeof(struct hud_loan), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : (struct hud_loan *)memory;
}

/* What is wanted of a session. */
struct hud_session_order {
    /* The terminal that is to be its controlling terminal. */
    int terminal;
    /* hud-demo's own terminal. */
    int ours;
    const struct hud_loan *loan;
    /* Which of the first descriptors it takes the place of: a bit each. */
    uint64_t replaced;
    /* Whether the job begins in the foreground. */
    int is_foreground;
    char *const *argv;
    /* Signals that are ignored by us, and not by whoever started us. */
    sigset_t defaults;
    /* Whether whoever started us ignores the end of children, which we can't. */
    int ignores_children;
    /* The signals that the job finds blocked. */
    sigset_t mask;
};

/* What there is of it. */
struct hud_session_ends {
    pid_t leader;
    /* Commands are written here. Once it is closed the leader ends; where the job has not, it is hung up. */
    int commands;
    /* What waitpid(2) says of the job is read here, an int each. */
    int reports;
    /* The job, and its process group. */
    pid_t job;
    /* Before the job has begun: why there is none is read here, an errno as an int. Its beginning is the end of this. */
    int errors;
};

/* A descriptor moved out of the way of 0, 1 and 2, which may be closed, and closed on exec. */
static inline int hud_move_up(int fd) {
    const int copy = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, HUD_LEADER_OURS);
    if (fd >= 0) close(fd);
    return copy;
}

static inline int hud_pipe(int ends[2]) {
    if (pipe(ends) != 0) return -1;
    ends[0] = hud_move_up(ends[0]);
    ends[1] = hud_move_up(ends[1]);
    return ends[0] < 0 || ends[1] < 0 ? -1 : 0;
}

/* Writes an int; both sides are of one program. */
static inline void hud_write_int(int fd, int value) {
    while (write(fd, &value, sizeof value) < 0 && errno == EINTR) continue;
}

/* Reads an int; 0 at the end. */
static inline int hud_read_int(int fd) {
    int value = 0;
    ssize_t count;
    do count = read(fd, &value, sizeof value); while (count < 0 && errno == EINTR);
    return count == (ssize_t)sizeof value ? value : 0;
}

/* ---- the job, before it is one ---- */

static inline void hud_job_run(const struct hud_session_order *order, int errors) {
    (void)setpgid(0, 0);
    /* Not the leader's to do: by the time it has its turn the job may have given the foreground to somebody else. */
    if (order->is_foreground) (void)tcsetpgrp(order->terminal, getpid());
    struct sigaction action, standard;
    memset(&standard, 0, sizeof standard);
    sigemptyset(&standard.sa_mask);
    standard.sa_handler = SIG_DFL;
    for (int number = 1; number < 32; number += 1) {
        if (sigaction(number, NULL, &action) != 0) continue;
        const int is_ignored = !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_IGN;
        /* A handler of ours must not run here, in the moment before the job has none. */
        if (!is_ignored || sigismember(&order->defaults, number) == 1) (void)sigaction(number, &standard, NULL);
    }
    if (order->ignores_children) (void)signal(SIGCHLD, SIG_IGN);
    for (int fd = 0; fd < HUD_INHERITED; fd += 1)
        if (order->replaced >> fd & 1) (void)dup2(order->terminal, fd);
    (void)sigprocmask(SIG_SETMASK, &order->mask, NULL);
    /* A script that does not say what it is written for is a shell's: execvp sees to that. */
    (void)execvp(order->argv[0], order->argv);
    hud_write_int(errors, errno);
    _exit(127);
}

/* ---- the leader ---- */

/* hud-demo's process, for the leader's handler. In a function, for a header's own variable has many copies, or none. */
static inline pid_t *hud_leader_parent(void) {
    static pid_t parent;
    return &parent;
}

/* Passes a signal on to hud-demo: as the job's parent, the leader is taken for it. */
static inline void hud_leader_pass_on(int number, siginfo_t *info, void *context) {
    (void)context;
    /* The kernel tells a session's leader of a hang-up; that is not meant. And by another parent we have been inherited. */
    if (info != NULL && info->si_code <= 0 && getppid() == *hud_leader_parent()) (void)kill(getppid(), number);
}

static inline void hud_leader_notice(int number) {
    (void)number;
}

/* Closes what was inherited: a pipe that the leader held open would seem to have a writer. */
static inline void hud_close_from(int first) {
#if defined(SYS_close_range)
    if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0) return;
#endif
    for (int fd = first; fd < 1024; fd += 1) (void)close(fd);
}

/* Sends a signal to whoever has the session's foreground, and is neither the job's group nor ours. Returns whether somebody has. */
static inline int hud_leader_tell_foreground(pid_t job, int number) {
    const pid_t group = tcgetpgrp(HUD_LEADER_TERMINAL);
    return group > 1 && group != job && group != getpgrp() && kill(-group, number) == 0;
}

/* Does as it is told, while the job lives. */
static inline void hud_leader_obey(unsigned char command, pid_t job) {
    const int number = command & ~HUD_LEADER_GROUP;
    if (!(command & HUD_LEADER_GROUP)) {
        (void)kill(job, number);
    } else if (number == SIGCONT) {
        /* As a shell's `fg`. A shell that is the job gives the foreground away by itself, and has it back while it is stopped. */
        (void)hud_leader_tell_foreground(job, SIGCONT);
        (void)tcsetpgrp(HUD_LEADER_TERMINAL, job);
        (void)kill(-job, SIGCONT);
    } else {
        /* What a key sends goes to the foreground alone. */
        const int is_told = hud_leader_tell_foreground(job, number);
        if (!is_told || (number != SIGINT && number != SIGQUIT && number != SIGTSTP)) (void)kill(-job, number);
    }
}

/* Gives hud-demo's terminal back where it could not do that itself (SIGKILL), and nobody else has set it to anything since. */
static inline void hud_leader_mend(const struct hud_loan *loan, int ours) {
    struct termios now;
    /* Harmless wherever the cursor is by now, and whoever has the terminal. What is drawn can't be taken off by who does not know where it is. */
    if (loan != NULL && !__atomic_load_n(&loan->is_over, __ATOMIC_SEQ_CST)) (void)!write(ours, loan->cursor, loan->count);
    if (loan == NULL || !__atomic_load_n(&loan->is_taken, __ATOMIC_SEQ_CST)) return;
    if (tcgetattr(ours, &now) != 0) return;
    if (hud_is_same_settings(&now, &loan->ours) || hud_is_same_settings(&now, &loan->last)) (void)tcsetattr(ours, TCSANOW, &loan->found);
}

/* Looks after the job until it has ended and hud-demo wants no more of its terminal, or hud-demo has ended. */
static inline void hud_leader_wait(const struct hud_session_order *order, pid_t job) {
    sigset_t waiting;
    struct sigaction action;
    const int passed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP};
    memset(&action, 0, sizeof action);
    sigfillset(&action.sa_mask);
    sigfillset(&waiting);
    action.sa_flags = SA_SIGINFO;
    action.sa_sigaction = hud_leader_pass_on;
    for (size_t index = 0; index < sizeof passed_on / sizeof passed_on[0]; index += 1) {
        (void)sigaction(passed_on[index], &action, NULL);
        (void)sigdelset(&waiting, passed_on[index]);
    }
    action.sa_flags = 0;
    action.sa_handler = hud_leader_notice;
    (void)sigaction(SIGCHLD, &action, NULL);
    (void)sigdelset(&waiting, SIGCHLD);
    const struct timespec patience = {0, 100 * 1000 * 1000};
    int has_ended = 0, is_stopped = 0, is_answered = 1;
    for (;;) {
        int status = 0;
        while (!has_ended && waitpid(job, &status, WNOHANG | WUNTRACED | WCONTINUED) > 0) {
            has_ended = WIFEXITED(status) || WIFSIGNALED(status);
            is_stopped = WIFSTOPPED(status);
            /* hud-demo stops too, and answers when it goes on. */
            if (is_stopped) is_answered = 0;
            /* What the job leaves behind is not to be told of a hang-up when this ends: that goes to the foreground. */
            if (has_ended) (void)tcsetpgrp(HUD_LEADER_TERMINAL, getpgrp());
            hud_write_int(HUD_LEADER_REPORTS, status);
        }
        /* Somebody else has had the job go on, or end, and nobody would tell hud-demo. Said until it answers: it may stop only now. */
        const int wakes = !is_answered && !is_stopped;
        if (wakes && getppid() == *hud_leader_parent()) (void)kill(getppid(), SIGCONT);
        fd_set commands;
        FD_ZERO(&commands);
        FD_SET(HUD_LEADER_COMMANDS, &commands);
        if (pselect(HUD_LEADER_COMMANDS + 1, &commands, NULL, NULL, wakes ? &patience : NULL, &waiting) <= 0) continue;
        unsigned char command;
        const ssize_t count = read(HUD_LEADER_COMMANDS, &command, 1);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count <= 0) break;
        if (command == 0 || (command & ~HUD_LEADER_GROUP) == SIGCONT) is_answered = 1;
        if (!has_ended && command != 0) hud_leader_obey(command, job);
    }
    hud_leader_mend(order->loan, HUD_LEADER_OURS);
    if (has_ended) return;
    (void)hud_leader_tell_foreground(job, SIGHUP);
    (void)kill(-job, SIGHUP);
    (void)kill(-job, SIGCONT);
}

/* Waits until the job is to begin. Returns 0 where hud-demo has ended before. */
static inline int hud_leader_may_begin(int commands) {
    unsigned char command;
    ssize_t count;
    do count = read(commands, &command, 1); while (count < 0 && errno == EINTR);
    return count == 1;
}

/* The leader's life, with all signals blocked. `errors` is where it says why there is no job. */
static inline void hud_leader_run(const struct hud_session_order *order, int reports, int commands, int errors) {
    if (setsid() < 0 || ioctl(order->terminal, TIOCSCTTY, 0) != 0) {
        hud_write_int(errors, -errno);
        _exit(127);
    }
    if (!hud_leader_may_begin(commands)) {
        hud_leader_mend(order->loan, order->ours);
        _exit(0);
    }
    const pid_t job = fork();
    if (job < 0) {
        hud_write_int(errors, -errno);
        _exit(127);
    }
    if (job == 0) hud_job_run(order, errors);
    (void)setpgid(job, job);
#if defined(__linux__)
    (void)prctl(PR_SET_NAME, "hud-demo: job", 0, 0, 0);
#endif
    (void)dup2(order->terminal, HUD_LEADER_TERMINAL);
    (void)dup2(reports, HUD_LEADER_REPORTS);
    (void)dup2(commands, HUD_LEADER_COMMANDS);
    (void)dup2(order->ours, HUD_LEADER_OURS);
    hud_close_from(HUD_LEADER_REST);
    hud_write_int(HUD_LEADER_REPORTS, job);
    hud_leader_wait(order, job);
    _exit(0);
}

/* ---- hud-demo's side ---- */

/* Nothing comes of it: the leader has nothing more to wait for. */
static inline void hud_session_give_up(struct hud_session_ends *ends) {
    if (ends->commands >= 0) close(ends->commands);
    if (ends->reports >= 0) close(ends->reports);
    if (ends->errors >= 0) close(ends->errors);
    if (ends->leader > 0) while (waitpid(ends->leader, NULL, 0) < 0 && errno == EINTR) continue;
}

/* Makes a session of its own for a command. From now on, whatever becomes of us, there is somebody who gives our terminal back. 0, or an
   errno made negative. */
static inline int hud_session_prepare(const struct hud_session_order *order, struct hud_session_ends *ends) {
    int reports[2] = {-1, -1}, commands[2] = {-1, -1}, errors[2] = {-1, -1};
    const int has_pipes = hud_pipe(reports) == 0 && hud_pipe(commands) == 0 && hud_pipe(errors) == 0;
    int error = has_pipes ? 0 : -errno;
    ends->leader = -1;
    if (has_pipes) {
        sigset_t all, mask;
        sigfillset(&all);
        *hud_leader_parent() = getpid();
        (void)sigprocmask(SIG_SETMASK, &all, &mask);
        ends->leader = fork();
        if (ends->leader == 0) {
            close(commands[1]);
            hud_leader_run(order, reports[1], commands[0], errors[1]);
        }
        if (ends->leader < 0) error = -errno;
        (void)sigprocmask(SIG_SETMASK, &mask, NULL);
    }
    const int its[] = {reports[1], commands[0], errors[1]};
    for (int index = 0; index < 3; index += 1)
        if (its[index] >= 0) close(its[index]);
    ends->reports = reports[0];
    ends->commands = commands[1];
    ends->errors = errors[0];
    if (error != 0) hud_session_give_up(ends);
    return error;
}

/* Begins with the command. 0, or an errno; one of the session and not of the command is made negative. */
static inline int hud_session_start(struct hud_session_ends *ends) {
    const unsigned char go = 0;
    while (write(ends->commands, &go, 1) < 0 && errno == EINTR) continue;
    const int error = hud_read_int(ends->errors);
    if (error != 0) {
        hud_session_give_up(ends);
        return error;
    }
    close(ends->errors);
    ends->errors = -1;
    ends->job = hud_read_int(ends->reports);
    (void)fcntl(ends->reports, F_SETFL, O_NONBLOCK);
    (void)fcntl(ends->commands, F_SETFL, O_NONBLOCK);
    return 0;
}

/* Has the leader send a signal, to the job or to its group. In a handler too. Returns whether it is told. */
static inline int hud_session_command(int commands, int number, int is_for_group) {
    const unsigned char command = (unsigned char)(number | (is_for_group ? HUD_LEADER_GROUP : 0));
    return write(commands, &command, 1) == 1;
}

static inline void *hud_await_signals(void *nothing) {
    for (;;) (void)pause();
    return nothing;
}

/* Starts a thread that is there for handlers to run in, while all others have their signals blocked: in the middle of a write, or for good. */
static inline int hud_start_signal_thread(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return -1;
    (void)pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    (void)pthread_attr_setstacksize(&attributes, 128 * 1024);
    const int error = pthread_create(&thread, &attributes, hud_await_signals, NULL);
    (void)pthread_attr_destroy(&attributes);
    return error == 0 ? 0 : -1;
}

/* Whether a signal is passed on to the job, and no business of our own. */
static inline int hud_signal_is_for_job(int number) {
    return number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT || number == SIGUSR1 || number == SIGUSR2;
}

#endif

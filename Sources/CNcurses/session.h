/* What gives terminals back: everything of TerminalSession that runs in a signal handler. It is C because Swift promises nothing of
   what it calls on the way; here nothing is called that POSIX does not list as async-signal-safe. Whatever is written here holds for
   Linux and macOS. All state lies in one table that Swift allocates and keeps, for a static variable in a header has many copies. */
#ifndef HUD_CNCURSES_SESSION_H
#define HUD_CNCURSES_SESSION_H

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum {
    HUD_FAREWELL_CAPACITY = 1024,
    /* Above the last signal that we catch. */
    HUD_SIGNALS = 32,
    /* How long a handler waits for a frame to be finished, and how long for a terminal to take bytes. Either is as a rule over at
       once; a terminal that is held (^S) or whose connection is dead is given up, for the process has to end. */
    HUD_PATIENCE_MS = 100
};

/* One terminal that somebody has changed. Allocated once and never freed, for a handler may look at it at any time. */
struct hud_session {
    /* Never changes once others can see it. */
    struct hud_session *next;
    /* The number of the session, counted up; 0 while nobody uses this. */
    uint64_t order;
    /* A forked child must not give its parent's terminal back. */
    pid_t process;
    int descriptor;
    /* Whether it is given back before a handler of the host's runs. */
    int chains;
    /* Held while bytes are written. */
    int lock;
    /* Which run of a handler holds the lock. */
    const void *holder;
    /* Whether something is on the terminal that the farewell takes off. */
    int is_armed;
    /* 0: it is ours. 1: a handler has given it back. 2: a handler was to, and the terminal took nothing. */
    int given;
    int64_t interruptions;
    int restores_settings, has_own_settings;
    /* As it was found, and as it was when it was given back. */
    struct termios found, own;
    /* Where it is known how the program has it: settings that are others now are somebody else's, and left alone. */
    int has_expected;
    struct termios expected;
    /* Which of the two farewells is good. The other may be half written. */
    int farewell;
    size_t counts[2];
    unsigned char farewells[2][HUD_FAREWELL_CAPACITY];
};

enum { HUD_SIGNAL_FREE = 0, HUD_SIGNAL_DEFAULT, HUD_SIGNAL_OF_HOST };

struct hud_sessions {
    void (*handler)(int, siginfo_t *, void *);
    struct hud_session *first;
    uint64_t last_order;
    /* The process is on its way out: nothing is drawn any more. */
    int is_over;
    /* How many handlers of the host's, or stops, are under way. */
    int depth;
    struct {
        /* What a signal did when we took it. */
        int kind;
        struct sigaction before;
    } signals[HUD_SIGNALS];
};

/* The signals that are caught. Left alone are those that are ignored by default, that can't be caught, or that no terminal sees. */
static const int hud_session_signals[] = {
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF,
    SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGTSTP, SIGCONT,
#ifdef __linux__
    /* These end a process here; elsewhere there are none of them, or they end nothing. */
    SIGPOLL, SIGPWR, SIGSTKFLT,
#endif
#ifdef SIGEMT
    SIGEMT,
#endif
};
enum { HUD_SESSION_SIGNALS = sizeof hud_session_signals / sizeof hud_session_signals[0] };

static inline int hud_signal_means_broken(int number) {
    return number == SIGABRT || number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL || number == SIGTRAP
        || number == SIGSYS;
}

static inline int64_t hud_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- one session ---- */

/* Waits for the session's lock until `deadline`, or for ever where that is negative. Returns whether it was to be had. */
static inline int hud_session_lock(struct hud_session *session, int64_t deadline) {
    for (int round = 0;; round += 1) {
        if (__atomic_exchange_n(&session->lock, 1, __ATOMIC_ACQUIRE) == 0) return 1;
        if (round < 100) continue;
        if (deadline >= 0 && hud_milliseconds() >= deadline) return 0;
        (void)poll(NULL, 0, 1);
    }
}

static inline void hud_session_unlock(struct hud_session *session) {
    __atomic_store_n(&session->lock, 0, __ATOMIC_RELEASE);
}

/* Writes the farewell, all of it, if the terminal takes any. Returns whether it did. */
static inline int hud_session_say_farewell(const struct hud_session *session) {
    const int which = __atomic_load_n(&session->farewell, __ATOMIC_ACQUIRE);
    const unsigned char *bytes = session->farewells[which];
    size_t rest = session->counts[which];
    const int64_t deadline = hud_milliseconds() + HUD_PATIENCE_MS;
    while (rest > 0 && session->descriptor >= 0) {
        struct pollfd ready = {session->descriptor, POLLOUT, 0};
        const int64_t left = deadline - hud_milliseconds();
        const int count = poll(&ready, 1, left > 0 ? (int)left : 0);
        /* What poll does not know (macOS and its devices) may be written to all the same. */
        if (count == 0) break;
        const ssize_t written = write(session->descriptor, bytes, rest);
        if (written > 0) {
            bytes += written;
            rest -= (size_t)written;
        } else if (written < 0 && errno != EAGAIN && errno != EINTR) {
            /* Hung up: there is nothing to be given back. */
            return 1;
        } else if (hud_milliseconds() >= deadline) {
            break;
        }
    }
    return rest < session->counts[which] || rest == 0 || session->descriptor < 0;
}

/* Whether the terminal's settings are this process's business. */
static inline int hud_session_may_set(const struct hud_session *session) {
    const pid_t group = tcgetpgrp(session->descriptor);
    return session->restores_settings && session->process == getpid() && (group == -1 || group == getpgrp());
}

static inline int hud_is_same_settings(const struct termios *one, const struct termios *other) {
    return one->c_iflag == other->c_iflag && one->c_oflag == other->c_oflag && one->c_lflag == other->c_lflag
        && one->c_cflag == other->c_cflag && memcmp(one->c_cc, other->c_cc, sizeof one->c_cc) == 0;
}

static inline int hud_session_is_as_expected(const struct hud_session *session) {
    struct termios now;
    return !session->has_expected || (tcgetattr(session->descriptor, &now) == 0 && hud_is_same_settings(&now, &session->expected));
}

/* With SIGTTOU blocked: in the background it would stop us, and we may have got there only just now. */
static inline void hud_session_set(const struct hud_session *session, const struct termios *settings) {
    sigset_t stop, mask;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &stop, &mask);
    (void)tcsetattr(session->descriptor, TCSANOW, settings);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

/* Gives one terminal back, by a handler. */
static inline void hud_session_give_back(struct hud_session *session) {
    if (__atomic_load_n(&session->given, __ATOMIC_ACQUIRE) == 1) return;
    __atomic_store_n(&session->given, 1, __ATOMIC_SEQ_CST);
    if (__atomic_exchange_n(&session->is_armed, 0, __ATOMIC_SEQ_CST) && !hud_session_say_farewell(session)) {
        __atomic_store_n(&session->is_armed, 1, __ATOMIC_SEQ_CST);
        __atomic_store_n(&session->given, 2, __ATOMIC_SEQ_CST);
    }
    if (!hud_session_may_set(session) || !hud_session_is_as_expected(session)) return;
    session->has_own_settings = tcgetattr(session->descriptor, &session->own) == 0;
    hud_session_set(session, &session->found);
}

/* The program's own settings, once it is in the foreground again. */
static inline void hud_session_take_again(struct hud_session *session) {
    if (!session->has_own_settings || !hud_session_may_set(session)) return;
    session->has_own_settings = 0;
    hud_session_set(session, &session->own);
}

/* ---- all sessions ---- */

static inline int hud_session_is_used(const struct hud_session *session) {
    return __atomic_load_n(&session->order, __ATOMIC_ACQUIRE) != 0 && session->process == getpid();
}

/* The last session that began before that of the order `*below`, which becomes its own, of those that a handler is to give back; NULL at
   the end. */
static inline struct hud_session *hud_sessions_before(const struct hud_sessions *sessions, uint64_t *below, int is_for_host) {
    struct hud_session *last = NULL;
    uint64_t order = 0;
    struct hud_session *session = __atomic_load_n(&sessions->first, __ATOMIC_ACQUIRE);
    for (; session != NULL; session = session->next) {
        const uint64_t its = __atomic_load_n(&session->order, __ATOMIC_ACQUIRE);
        if (its <= order || its >= *below || session->process != getpid() || (is_for_host && !session->chains)) continue;
        order = its;
        last = session;
    }
    *below = order;
    return last;
}

/* Gives all terminals back, what was taken last first; for a handler of the host's only those that were said to be. First every write
   is waited for, for several sessions may share a terminal. */
static inline void hud_sessions_give_back(struct hud_sessions *sessions, int is_for_host) {
    struct hud_session *session;
    uint64_t below = UINT64_MAX;
    const int64_t deadline = hud_milliseconds() + HUD_PATIENCE_MS;
    while ((session = hud_sessions_before(sessions, &below, is_for_host)) != NULL) {
        if (hud_session_lock(session, deadline)) __atomic_store_n(&session->holder, &below, __ATOMIC_SEQ_CST);
    }
    below = UINT64_MAX;
    while ((session = hud_sessions_before(sessions, &below, is_for_host)) != NULL) {
        if (__atomic_load_n(&session->order, __ATOMIC_ACQUIRE) == below) hud_session_give_back(session);
    }
    for (session = __atomic_load_n(&sessions->first, __ATOMIC_ACQUIRE); session != NULL; session = session->next) {
        if (__atomic_load_n(&session->holder, __ATOMIC_SEQ_CST) != &below) continue;
        __atomic_store_n(&session->holder, NULL, __ATOMIC_SEQ_CST);
        hud_session_unlock(session);
    }
}

/* The process lives on: the terminals are ours again, with nothing of ours on them. */
static inline void hud_sessions_resume(struct hud_sessions *sessions) {
    if (__atomic_sub_fetch(&sessions->depth, 1, __ATOMIC_SEQ_CST) != 0) return;
    struct hud_session *session = __atomic_load_n(&sessions->first, __ATOMIC_ACQUIRE);
    for (; session != NULL; session = session->next) {
        const int given = __atomic_load_n(&session->given, __ATOMIC_SEQ_CST);
        if (given == 0 || !hud_session_is_used(session)) continue;
        hud_session_take_again(session);
        if (given == 1) __atomic_add_fetch(&session->interruptions, 1, __ATOMIC_SEQ_CST);
        __atomic_store_n(&session->given, 0, __ATOMIC_SEQ_CST);
    }
}

/* We were continued, and had perhaps been stopped where we could not see it (SIGSTOP): who knows what is on the screen now. */
static inline void hud_sessions_continued(struct hud_sessions *sessions) {
    struct hud_session *session = __atomic_load_n(&sessions->first, __ATOMIC_ACQUIRE);
    for (; session != NULL; session = session->next) {
        if (__atomic_load_n(&session->given, __ATOMIC_SEQ_CST) != 0 || !hud_session_is_used(session)) continue;
        hud_session_take_again(session);
        __atomic_add_fetch(&session->interruptions, 1, __ATOMIC_SEQ_CST);
    }
}

/* For atexit. */
static inline void hud_sessions_exit(struct hud_sessions *sessions) {
    if (sessions == NULL) return;
    sigset_t all, mask;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &mask);
    __atomic_store_n(&sessions->is_over, 1, __ATOMIC_SEQ_CST);
    hud_sessions_give_back(sessions, 0);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

/* ---- signals ---- */

/* Puts our handler before whatever a signal does now. What is ignored stays ignored. A handler that came after ours stays in front: it
   may well call ours, and the two would call each other for ever. */
static inline void hud_sessions_catch(struct hud_sessions *sessions, int number, int chains) {
    struct sigaction now, ours;
    if (sigaction(number, NULL, &now) != 0) return;
    memset(&ours, 0, sizeof ours);
    if (!(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_IGN) return;
    if (!(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL) {
        /* The first process of a container has no default: what it does not catch does nothing to it. */
        if (getpid() == 1 && !hud_signal_means_broken(number) && number != SIGCONT) return;
        sigfillset(&ours.sa_mask);
        ours.sa_flags = SA_RESTART | SA_ONSTACK;
        __atomic_store_n(&sessions->signals[number].kind, HUD_SIGNAL_DEFAULT, __ATOMIC_SEQ_CST);
    } else {
        const int kind = __atomic_load_n(&sessions->signals[number].kind, __ATOMIC_SEQ_CST);
        if (!chains || ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == sessions->handler)) return;
        const int is_known = now.sa_handler == sessions->signals[number].before.sa_handler;
        if (kind != HUD_SIGNAL_FREE && !is_known) return;
        if (!is_known) sessions->signals[number].before = now;
        /* With the mask and flags of the other handler, so that the kernel itself sets the stage for it. */
        ours.sa_mask = now.sa_mask;
        ours.sa_flags = now.sa_flags;
        __atomic_store_n(&sessions->signals[number].kind, HUD_SIGNAL_OF_HOST, __ATOMIC_SEQ_CST);
    }
    ours.sa_flags = (int)(((unsigned)ours.sa_flags | SA_SIGINFO) & ~(unsigned)SA_RESETHAND);
    ours.sa_sigaction = sessions->handler;
    (void)sigaction(number, &ours, NULL);
}

static inline void hud_set_default(int number, struct sigaction *before) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = SIG_DFL;
    (void)sigaction(number, &action, before);
}

/* Lets a signal that we have sent ourselves arrive, and blocks it again. */
static inline void hud_session_let_through(int number) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

/* Does what the signal would have done. */
static inline void hud_sessions_die(struct hud_sessions *sessions, int number, const siginfo_t *info) {
    __atomic_store_n(&sessions->is_over, 1, __ATOMIC_SEQ_CST);
    hud_sessions_give_back(sessions, 0);
    hud_set_default(number, NULL);
    /* A fault comes again by itself, with the kernel's own word on it for the core file. */
    if (info != NULL && info->si_code > 0 && (number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL)) return;
    raise(number);
    /* Not left to the return: who waits in sigsuspend or ppoll has it blocked at all other times. */
    hud_session_let_through(number);
}

/* Stops here, until somebody continues us. A stop that does not come about (an orphaned process group) is over at once. */
static inline void hud_sessions_stop(struct hud_sessions *sessions) {
    struct sigaction stop, go;
    __atomic_add_fetch(&sessions->depth, 1, __ATOMIC_SEQ_CST);
    hud_sessions_give_back(sessions, 0);
    /* The continuation is no interruption of its own: by its default action a SIGCONT is thrown away, now or, where it is blocked, by
       setting that action again. */
    const int takes_go = __atomic_load_n(&sessions->signals[SIGCONT].kind, __ATOMIC_SEQ_CST) == HUD_SIGNAL_DEFAULT
        && sigaction(SIGCONT, NULL, &go) == 0 && (go.sa_flags & SA_SIGINFO) && go.sa_sigaction == sessions->handler;
    if (takes_go) hud_set_default(SIGCONT, NULL);
    hud_set_default(SIGTSTP, &stop);
    raise(SIGTSTP);
    hud_session_let_through(SIGTSTP);
    (void)sigaction(SIGTSTP, &stop, NULL);
    if (takes_go) {
        hud_set_default(SIGCONT, NULL);
        (void)sigaction(SIGCONT, &go, NULL);
    }
    hud_sessions_resume(sessions);
}

/* Whether the process ends as soon as the handler of the host's returns: its fault comes again, or abort goes on, by the default action. */
static inline int hud_signal_ends(int number, const siginfo_t *info) {
    struct sigaction now;
    if (info == NULL || !hud_signal_means_broken(number)) return 0;
    if (number == SIGABRT) return info->si_code <= 0 && info->si_pid == getpid();
    return info->si_code > 0 && sigaction(number, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL;
}

/* Gives the terminals back, and lets the host's handler run as the kernel would have: with its own mask, on its own stack. */
static inline void hud_sessions_call_host(
    struct hud_sessions *sessions, int number, siginfo_t *info, void *context, const sigset_t *mask) {
    const struct sigaction *const host = &sessions->signals[number].before;
    const int is_way_out = number != SIGCONT;
    const int error = errno;
    if (host->sa_flags & (int)SA_RESETHAND)
        __atomic_store_n(&sessions->signals[number].kind, HUD_SIGNAL_DEFAULT, __ATOMIC_SEQ_CST);
    if (is_way_out) {
        __atomic_add_fetch(&sessions->depth, 1, __ATOMIC_SEQ_CST);
        hud_sessions_give_back(sessions, 1);
    } else {
        hud_sessions_continued(sessions);
    }
    errno = error;
    pthread_sigmask(SIG_SETMASK, mask, NULL);
    if (host->sa_flags & SA_SIGINFO) {
        host->sa_sigaction(number, info, context);
    } else {
        host->sa_handler(number);
    }
    const int its_error = errno;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    if (is_way_out && hud_signal_ends(number, info)) {
        __atomic_store_n(&sessions->is_over, 1, __ATOMIC_SEQ_CST);
    } else if (is_way_out) {
        /* Many a handler gives the signal its default action, or takes it again itself. */
        hud_sessions_catch(sessions, number, 1);
        hud_sessions_resume(sessions);
    }
    errno = its_error;
}

/* The handler of every signal that is caught. */
static inline void hud_sessions_handle(struct hud_sessions *sessions, int number, siginfo_t *info, void *context) {
    if (sessions == NULL || number <= 0 || number >= HUD_SIGNALS) return;
    const int before = errno;
    sigset_t all, mask;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &mask);
    if (__atomic_load_n(&sessions->signals[number].kind, __ATOMIC_SEQ_CST) == HUD_SIGNAL_OF_HOST) {
        errno = before;
        hud_sessions_call_host(sessions, number, info, context, &mask);
        return;
    }
    if (number == SIGCONT) {
        hud_sessions_continued(sessions);
    } else if (number == SIGTSTP) {
        hud_sessions_stop(sessions);
    } else {
        hud_sessions_die(sessions, number, info);
    }
    errno = before;
}

/* ---- for Swift: the outside of a session, never in a handler ---- */

static inline struct hud_sessions *hud_sessions_make(void (*handler)(int, siginfo_t *, void *)) {
    struct hud_sessions *const sessions = (struct hud_sessions *)calloc(1, sizeof *sessions);
    if (sessions != NULL) sessions->handler = handler;
    return sessions;
}

/* Blocks the signals that are caught, so that no handler interrupts the thread that holds a session. */
static inline void hud_session_block_signals(sigset_t *mask) {
    sigset_t signals;
    sigemptyset(&signals);
    for (int index = 0; index < HUD_SESSION_SIGNALS; index += 1) sigaddset(&signals, hud_session_signals[index]);
    pthread_sigmask(SIG_BLOCK, &signals, mask);
}

static inline void hud_session_unblock_signals(const sigset_t *mask) {
    pthread_sigmask(SIG_SETMASK, mask, NULL);
}

/* Keeps a farewell; the session is locked, or not yet known. Returns 0 where there is no room for it. */
static inline int hud_session_set_farewell(struct hud_session *session, const void *bytes, size_t count) {
    if (count > HUD_FAREWELL_CAPACITY) return 0;
    const int other = 1 - session->farewell;
    if (count > 0) memcpy(session->farewells[other], bytes, count);
    session->counts[other] = count;
    __atomic_store_n(&session->farewell, other, __ATOMIC_RELEASE);
    return 1;
}

/* A new session, the last to have come. One thread at a time. NULL where there is no memory. */
static inline struct hud_session *hud_session_begin(
    struct hud_sessions *sessions, int descriptor, const void *farewell, size_t count, int restores_settings, int chains) {
    if (sessions == NULL) return NULL;
    for (int index = 0; index < HUD_SESSION_SIGNALS; index += 1) hud_sessions_catch(sessions, hud_session_signals[index], chains);
    struct hud_session *session = sessions->first;
    while (session != NULL && __atomic_load_n(&session->order, __ATOMIC_ACQUIRE) != 0) session = session->next;
    const int is_new = session == NULL;
    if (is_new) {
        session = (struct hud_session *)calloc(1, sizeof *session);
        if (session == NULL) return NULL;
        session->next = sessions->first;
    }
    session->process = getpid();
    session->descriptor = descriptor;
    session->chains = chains;
    session->interruptions = 0;
    session->has_own_settings = 0;
    session->has_expected = 0;
    session->restores_settings = restores_settings && tcgetattr(descriptor, &session->found) == 0;
    if (!hud_session_set_farewell(session, farewell, count)) (void)hud_session_set_farewell(session, NULL, 0);
    /* While a handler of the host's runs, the terminal is not ours to begin with. */
    const int is_free = !chains || __atomic_load_n(&sessions->depth, __ATOMIC_SEQ_CST) == 0;
    __atomic_store_n(&session->given, is_free ? 0 : 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&session->is_armed, is_free, __ATOMIC_SEQ_CST);
    sessions->last_order += 1;
    __atomic_store_n(&session->order, sessions->last_order, __ATOMIC_RELEASE);
    if (is_new) __atomic_store_n(&sessions->first, session, __ATOMIC_RELEASE);
    return session;
}

/* Whether something may be written now, by who has seen `seen` interruptions; any number where that is negative. The session is locked. */
static inline int hud_session_may_write(const struct hud_sessions *sessions, const struct hud_session *session, int64_t seen) {
    return !__atomic_load_n(&sessions->is_over, __ATOMIC_SEQ_CST) && !__atomic_load_n(&session->given, __ATOMIC_SEQ_CST)
        && (seen < 0 || seen == __atomic_load_n(&session->interruptions, __ATOMIC_SEQ_CST));
}

/* Notes the settings as they are: the program's own. The session is locked. */
static inline void hud_session_expect(struct hud_session *session) {
    session->has_expected = tcgetattr(session->descriptor, &session->expected) == 0;
}

/* What is written from here on is to be taken off again. */
static inline void hud_session_arm(struct hud_session *session) {
    /* A shell may bring us to the foreground without a signal. */
    hud_session_take_again(session);
    __atomic_store_n(&session->is_armed, 1, __ATOMIC_SEQ_CST);
}

static inline int64_t hud_session_interruptions(const struct hud_session *session) {
    return __atomic_load_n(&session->interruptions, __ATOMIC_SEQ_CST);
}

/* Waits until the terminal takes bytes, if it `waits`. Returns whether it does, or is none. */
static inline int hud_session_is_ready(const struct hud_session *session, int waits) {
    struct pollfd ready = {session->descriptor, POLLOUT, 0};
    return session->descriptor < 0 || poll(&ready, 1, waits ? -1 : 0) != 0;
}

/* The farewell, if it is still to be written; the session is locked, and it is no handler's any more. NULL otherwise. */
static inline const void *hud_session_last_word(struct hud_session *session, size_t *count) {
    const int which = session->farewell;
    *count = session->counts[which];
    const int is_armed = __atomic_exchange_n(&session->is_armed, 0, __ATOMIC_SEQ_CST);
    return is_armed && session->process == getpid() ? session->farewells[which] : NULL;
}

/* Ends a session that is locked, and unlocks it. */
static inline void hud_session_end(struct hud_session *session) {
    if (__atomic_load_n(&session->given, __ATOMIC_SEQ_CST) != 1 && hud_session_may_set(session)
        && hud_session_is_as_expected(session))
        hud_session_set(session, &session->found);
    __atomic_store_n(&session->order, 0, __ATOMIC_RELEASE);
    hud_session_unlock(session);
}

#endif

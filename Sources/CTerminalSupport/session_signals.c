/* The signal handler of sessions. */
#include "session.h"

#include "CClock.h"
#include "hud_session.h"
#include "hud_signals.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

/* The signals that are caught: not those that are ignored by default, that can't be caught, or that do not concern terminals. */
static const int hud_session_signals[] = {
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF,
    SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGTSTP, SIGCONT,
#ifdef __linux__
    /* These end a process on Linux. Elsewhere they do not exist or end nothing. */
    SIGPOLL, SIGPWR, SIGSTKFLT,
#endif
#ifdef SIGEMT
    SIGEMT,
#endif
};
enum { HUD_SESSION_SIGNALS = sizeof hud_session_signals / sizeof hud_session_signals[0] };

static void hud_sessions_handle(int number, siginfo_t *info, void *context);

static bool hud_signal_means_broken(int number) {
    return number == SIGABRT || number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL || number == SIGTRAP
        || number == SIGSYS;
}

static void hud_sessions_catch(int number, bool chains) {
    struct sigaction now, ours;
    if (sigaction(number, NULL, &now) != 0) return;
    memset(&ours, 0, sizeof ours);
    if (!(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_IGN) return;
    if (!(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL) {
        /* For the first process of a container the kernel ignores signals with the default action. */
        if (getpid() == 1 && !hud_signal_means_broken(number) && number != SIGCONT) return;
        sigfillset(&ours.sa_mask);
        ours.sa_flags = SA_RESTART | SA_ONSTACK;
        hud_sessions.signals[number].kind = HUD_SIGNAL_DEFAULT;
    } else {
        const int kind = hud_sessions.signals[number].kind;
        if (!chains || ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == hud_sessions_handle)) return;
        const int is_known = now.sa_handler == hud_sessions.signals[number].before.sa_handler;
        if (kind != HUD_SIGNAL_FREE && !is_known) return;
        if (!is_known) hud_sessions.signals[number].before = now;
        /* With the mask and flags of the host's handler, so that the kernel prepares its call. */
        ours.sa_mask = now.sa_mask;
        ours.sa_flags = now.sa_flags;
        hud_sessions.signals[number].kind = HUD_SIGNAL_OF_HOST;
    }
    ours.sa_flags = (int)(((unsigned)ours.sa_flags | SA_SIGINFO) & ~(unsigned)SA_RESETHAND);
    ours.sa_sigaction = hud_sessions_handle;
    (void)sigaction(number, &ours, NULL);
}

static void hud_set_default(int number, struct sigaction *before) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = SIG_DFL;
    (void)sigaction(number, &action, before);
}

/* Unblocks a signal that we have raised, so that it is delivered, and blocks it again. */
static void hud_deliver(int number) {
    hud_mask_signal(SIG_UNBLOCK, number, NULL);
    hud_mask_signal(SIG_BLOCK, number, NULL);
}

/* Carries out the default action of the signal. */
static void hud_sessions_die(int number, const siginfo_t *info) {
    hud_sessions_restore(HUD_FOR_GOOD);
    /* For good: a session that begins now would catch the signal again, and its farewell would follow the others. */
    (void)hud_take_lock(&hud_sessions.actions, hud_milliseconds() + HUD_PATIENCE_MS);
    hud_set_default(number, NULL);
    /* A fault is raised again when the handler returns, with the kernel's information for the core file. */
    if (hud_signal_is_fault(info) && (number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL)) return;
    raise(number);
    /* Delivered here and not on return, because a program that waits in sigsuspend or ppoll may have it blocked then. */
    hud_deliver(number);
}

void hud_sessions_end_process(int number, const siginfo_t *info) {
    hud_block_signals(NULL);
    hud_sessions_die(number, info);
}

/* Sets the default actions for the first of the stops in progress: another thread may have received another SIGTSTP. */
static void hud_sessions_begin_stop(void) {
    const int is_locked = hud_take_lock(&hud_sessions.actions, hud_milliseconds() + HUD_PATIENCE_MS);
    if (atomic_fetch_add(&hud_sessions.stops, 1) == 0) {
        struct sigaction *const go = &hud_sessions.go;
        /* The continuation must not count as another interruption. With the default action a SIGCONT is discarded, now or, if it is blocked, when
           that action is set again. */
        hud_sessions.takes_go = hud_sessions.signals[SIGCONT].kind == HUD_SIGNAL_DEFAULT
            && sigaction(SIGCONT, NULL, go) == 0 && (go->sa_flags & SA_SIGINFO) && go->sa_sigaction == hud_sessions_handle;
        if (hud_sessions.takes_go) hud_set_default(SIGCONT, NULL);
        hud_set_default(SIGTSTP, &hud_sessions.stop);
        hud_clock_halt();
    }
    if (is_locked) hud_drop_lock(&hud_sessions.actions);
}

/* Sets the actions again after the last of the stops in progress. */
static void hud_sessions_end_stop(void) {
    const int is_locked = hud_take_lock(&hud_sessions.actions, hud_milliseconds() + HUD_PATIENCE_MS);
    if (atomic_fetch_sub(&hud_sessions.stops, 1) == 1) {
        hud_clock_go();
        (void)sigaction(SIGTSTP, &hud_sessions.stop, NULL);
        if (hud_sessions.takes_go) {
            hud_set_default(SIGCONT, NULL);
            (void)sigaction(SIGCONT, &hud_sessions.go, NULL);
        }
    }
    if (is_locked) hud_drop_lock(&hud_sessions.actions);
}

/* Whether a SIGCONT has come since the last SIGTSTP: another thread has handled it, or it is blocked here. */
static bool hud_sessions_are_continued(void) {
    sigset_t pending;
    return hud_sessions.is_continued || (sigpending(&pending) == 0 && sigismember(&pending, SIGCONT) == 1);
}

/* Stops the process until it is continued. In an orphaned process group, in which SIGTSTP does not stop, or if a SIGCONT has come meanwhile, it returns at
   once. */
static void hud_sessions_stop(void) {
    hud_sessions.is_continued = 0;
    hud_sessions.depth += 1;
    hud_sessions_restore(HUD_FOR_STOP);
    /* Delivered below: until then a SIGCONT discards it, also one that has the default action and is discarded itself. */
    if (!hud_sessions_are_continued()) raise(SIGTSTP);
    hud_sessions_begin_stop();
    hud_deliver(SIGTSTP);
    hud_sessions_end_stop();
    hud_sessions_resume();
}

/* Whether the process ends when the handler of the host program returns: the fault is raised again, or abort continues, with the default action. */
static bool hud_signal_ends(int number, const siginfo_t *info) {
    if (info == NULL || !hud_signal_means_broken(number)) return 0;
    if (number == SIGABRT) return !hud_signal_is_fault(info) && info->si_pid == getpid();
    return hud_signal_is_fault(info) && hud_signal_is_default(number);
}

/* Restores the terminals, and runs the host's handler as the kernel would have: with its own mask, on its own stack. Returns false if it has no handler any
   more. */
static bool hud_sessions_call_host(
    int number, siginfo_t *info, void *context, const sigset_t *mask) {
    const struct sigaction *const host = &hud_sessions.signals[number].before;
    const int is_way_out = number != SIGCONT;
    const int error = errno;
    const int is_called_once = (host->sa_flags & (int)SA_RESETHAND) != 0;
    if (is_called_once) hud_sessions.signals[number].kind = HUD_SIGNAL_DEFAULT;
    if (is_way_out) {
        hud_sessions.depth += 1;
        hud_sessions_restore(HUD_FOR_HOST);
    } else {
        hud_sessions_continued();
    }
    errno = error;
    /* Another thread may have restored an action meanwhile (hud_action_restore). */
    if (!is_called_once && hud_sessions.signals[number].kind != HUD_SIGNAL_OF_HOST) {
        if (is_way_out) hud_sessions_resume();
        return 0;
    }
    pthread_sigmask(SIG_SETMASK, mask, NULL);
    if (host->sa_flags & SA_SIGINFO) {
        host->sa_sigaction(number, info, context);
    } else {
        host->sa_handler(number);
    }
    const int its_error = errno;
    hud_block_signals(NULL);
    if (is_way_out && hud_signal_ends(number, info)) {
        hud_sessions.is_over = 1;
        hud_held_print();
    } else if (is_way_out) {
        /* The handler may have set the default action, or installed itself again. */
        hud_sessions_catch(number, 1);
        hud_sessions_resume();
    }
    errno = its_error;
    return 1;
}

static void hud_sessions_handle(int number, siginfo_t *info, void *context) {
    if (number <= 0 || number >= HUD_SIGNALS) return;
    const int before = errno;
    sigset_t mask;
    hud_block_signals(&mask);
    if (number == SIGCONT) hud_sessions.is_continued = 1;
    if (hud_sessions.signals[number].kind == HUD_SIGNAL_OF_HOST) {
        errno = before;
        if (hud_sessions_call_host(number, info, context, &mask)) return;
    }
    if (number == SIGCONT) {
        hud_sessions_continued();
    } else if (number == SIGTSTP) {
        hud_sessions_stop();
    } else {
        hud_sessions_die(number, info);
    }
    errno = before;
}

void hud_sessions_catch_all(bool chains) {
    for (int index = 0; index < HUD_SESSION_SIGNALS; index += 1) hud_sessions_catch(hud_session_signals[index], chains);
}

void hud_sessions_catch_again(int number, bool chains) {
    for (int index = 0; index < HUD_SESSION_SIGNALS; index += 1)
        if (hud_session_signals[index] == number) hud_sessions_catch(number, chains);
}

void hud_session_block_signals(sigset_t *mask) {
    sigset_t signals;
    sigemptyset(&signals);
    for (int index = 0; index < HUD_SESSION_SIGNALS; index += 1) sigaddset(&signals, hud_session_signals[index]);
    pthread_sigmask(SIG_BLOCK, &signals, mask);
}

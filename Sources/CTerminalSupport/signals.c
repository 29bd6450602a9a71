#include "hud_signals.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static bool hud_signal_has(int number, void (*handler)(int)) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == handler;
}

bool hud_signal_is_default(int number) {
    return hud_signal_has(number, SIG_DFL);
}

bool hud_signal_is_ignored(int number) {
    return hud_signal_has(number, SIG_IGN);
}

int hud_catch(int number, void (*handler)(int, siginfo_t *, void *)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigfillset(&action.sa_mask);
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    action.sa_sigaction = handler;
    return sigaction(number, &action, NULL);
}

bool hud_signal_has_sender(enum hud_signal_rules rules, int number, int code, pid_t sender, bool is_in_session) {
    if (rules == HUD_LINUX_RULES) return code <= 0;
    const int is_key_or_hang_up = number == SIGINT || number == SIGQUIT || number == SIGTSTP || number == SIGHUP;
    return is_key_or_hang_up ? sender != 0 && is_in_session : 1;
}

bool hud_signal_is_from_process(const siginfo_t *info) {
    if (info == NULL) return 0;
#if defined(__APPLE__)
    const int is_in_session = info->si_pid != 0 && getsid(info->si_pid) == getsid(0);
    return hud_signal_has_sender(HUD_DARWIN_RULES, info->si_signo, info->si_code, info->si_pid, is_in_session);
#else
    return hud_signal_has_sender(HUD_LINUX_RULES, info->si_signo, info->si_code, 0, 0);
#endif
}

bool hud_signal_is_fault(const siginfo_t *info) {
    /* SI_USER and SI_QUEUE are positive on macOS. */
    return info != NULL && info->si_code > 0 && info->si_code != SI_USER && info->si_code != SI_QUEUE;
}

bool hud_signal_is_own(const siginfo_t *info) {
    return hud_signal_is_from_process(info) && info->si_pid == getpid();
}

bool hud_signal_is_for_job(int number) {
    return number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT || number == SIGUSR1 || number == SIGUSR2;
}

bool hud_signal_is_for_group(int number, bool is_from_process) {
    return !is_from_process || (number != SIGUSR1 && number != SIGUSR2);
}

/* The thread that only runs handlers, until it is told to end. */
static struct {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ending;
    bool ends;
} hud_signal_thread = {.lock = PTHREAD_MUTEX_INITIALIZER, .ending = PTHREAD_COND_INITIALIZER};

static void *hud_await_signals(void *nothing) {
    (void)pthread_mutex_lock(&hud_signal_thread.lock);
    while (!hud_signal_thread.ends) (void)pthread_cond_wait(&hud_signal_thread.ending, &hud_signal_thread.lock);
    (void)pthread_mutex_unlock(&hud_signal_thread.lock);
    return nothing;
}

void hud_block_signals(sigset_t *before) {
    sigset_t all;
    sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, before);
}

void hud_mask_signal(int how, int number, sigset_t *before) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    (void)pthread_sigmask(how, &set, before);
}

/* With the signal mask of the caller. `stack_size` in bytes; 0: the system's. The thread is detached if `joined` is NULL. */
static int hud_create_thread(void *(*body)(void *), void *context, size_t stack_size, pthread_t *joined) {
    pthread_t thread;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return -1;
    if (joined == NULL) (void)pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (stack_size > 0) (void)pthread_attr_setstacksize(&attributes, stack_size);
    const int error = pthread_create(joined == NULL ? &thread : joined, &attributes, body, context);
    (void)pthread_attr_destroy(&attributes);
    return error == 0 ? 0 : -1;
}

int hud_start_thread(void *(*body)(void *), void *context) {
    static const int faults[] = {SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGABRT};
    sigset_t blocked, before;
    sigfillset(&blocked);
    for (size_t index = 0; index < sizeof faults / sizeof *faults; index += 1) sigdelset(&blocked, faults[index]);
    (void)pthread_sigmask(SIG_SETMASK, &blocked, &before);
    const int result = hud_create_thread(body, context, 0, NULL);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}

int hud_start_signal_thread(void) {
    hud_signal_thread.ends = 0;
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTSTP);
    sigaddset(&blocked, SIGCONT);
    (void)pthread_sigmask(SIG_BLOCK, &blocked, &before);
    const int result = hud_create_thread(hud_await_signals, NULL, 128 * 1024, &hud_signal_thread.thread);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}

void hud_end_signal_thread(void) {
    (void)pthread_mutex_lock(&hud_signal_thread.lock);
    hud_signal_thread.ends = 1;
    (void)pthread_cond_signal(&hud_signal_thread.ending);
    (void)pthread_mutex_unlock(&hud_signal_thread.lock);
    (void)pthread_join(hud_signal_thread.thread, NULL);
}

void hud_die_by_signal(int number) {
    const struct rlimit none = {0, 0};
    (void)setrlimit(RLIMIT_CORE, &none);
    signal(number, SIG_DFL);
    hud_mask_signal(SIG_UNBLOCK, number, NULL);
    kill(getpid(), number);
}

int64_t hud_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

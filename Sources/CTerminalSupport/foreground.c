#include "hud_foreground.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

int hud_foreground_set(int terminal, pid_t group) {
    sigset_t output, before;
    sigemptyset(&output);
    sigaddset(&output, SIGTTOU);
    /* A background process that sets the foreground would be stopped. */
    (void)pthread_sigmask(SIG_BLOCK, &output, &before);
    const int result = tcsetpgrp(terminal, group);
    const int error = errno;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return result;
}

/* The handlers of this process must not run in the child, and SIGTSTP is ignored here at times. */
static void hud_foreground_reset_signals(void) {
    const int signals[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE, SIGCHLD, SIGWINCH, SIGCONT};
    struct sigaction standard;
    memset(&standard, 0, sizeof standard);
    sigemptyset(&standard.sa_mask);
    standard.sa_handler = SIG_DFL;
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index += 1) (void)sigaction(signals[index], &standard, NULL);
}

pid_t hud_foreground_start(const char *path, char *const words[], char *const variables[], int input, int terminal) {
    sigset_t all, before;
    sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, &before);
    const pid_t child = fork();
    const int error = errno;
    if (child == 0) {
        (void)setpgid(0, 0);
        (void)tcsetpgrp(terminal, getpid());
        hud_foreground_reset_signals();
        (void)dup2(input, STDIN_FILENO);
        (void)dup2(terminal, STDOUT_FILENO);
        (void)dup2(terminal, STDERR_FILENO);
        sigset_t none;
        sigemptyset(&none);
        (void)sigprocmask(SIG_SETMASK, &none, NULL);
        (void)execve(path, words, variables != NULL ? variables : environ);
        _exit(127);
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    /* The child may not have come that far. */
    if (child > 0) (void)setpgid(child, child);
    errno = error;
    return child;
}

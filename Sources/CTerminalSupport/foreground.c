#include "hud_process.h"
#include "hud_signals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

int hud_foreground_set(int terminal, pid_t group) {
    sigset_t before;
    /* A background process that sets the foreground would be stopped. */
    hud_mask_signal(SIG_BLOCK, SIGTTOU, &before);
    const int result = tcsetpgrp(terminal, group);
    const int error = errno;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return result;
}

int hud_foreground_start(
    char *const words[], char *const variables[], int input, int terminal, pid_t *process) {
    /* Here SIGTSTP is ignored at times, and SIGPIPE. */
    const int defaults[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE, SIGCHLD};
    const struct hud_start_descriptor table[] = {{input, STDIN_FILENO}, {terminal, STDOUT_FILENO}, {terminal, STDERR_FILENO}};
    struct hud_start start = {
        .argv = words, .environment = variables, .descriptors = table, .descriptor_count = 3, .has_group = 1,
        .terminal = terminal
    };
    sigemptyset(&start.mask);
    sigemptyset(&start.defaults);
    for (size_t index = 0; index < sizeof defaults / sizeof *defaults; index += 1) sigaddset(&start.defaults, defaults[index]);
    return hud_start(&start, process);
}

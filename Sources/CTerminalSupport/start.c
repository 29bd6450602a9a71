/* After a fork only async-signal-safe functions are called, so this is C. */
#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_process.h"

#include "hud_descriptors.h"
#include "hud_parent.h"
#include "hud_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* On Linux the new process shares the caller's memory until it runs its program, because a copy of it costs a third of a start. It changes nothing
   there but what it reports. The caller is suspended meanwhile, so the tty's stop signals are caught and repeated. */
#if defined(__linux__)
#define HUD_START_SHARES 1
#define hud_start_fork vfork
#else
#define HUD_START_SHARES 0
#define hud_start_fork fork
#endif

/* The stop signal that has come before the program ran; 0: none. */
static _Thread_local volatile sig_atomic_t hud_start_stop;

void hud_write_int(int fd, int value) {
    while (write(fd, &value, sizeof value) < 0 && errno == EINTR) continue;
}

int hud_read_int(int fd) {
    int value = 0;
    ssize_t count;
    do count = read(fd, &value, sizeof value); while (count < 0 && errno == EINTR);
    return count == (ssize_t)sizeof value ? value : 0;
}

/* Gives all signals that are caught their default action, and those that are ignored if they are in `defaults`. All signals are blocked, so none that
   is ignored is lost or delivered. */
static void hud_start_reset_signals(const sigset_t *defaults) {
    struct sigaction action, standard;
    memset(&standard, 0, sizeof standard);
    sigemptyset(&standard.sa_mask);
    standard.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; number += 1) {
        if (sigaction(number, &standard, &action) != 0) continue;
        const int was_ignored = !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_IGN;
        if (was_ignored && (defaults == NULL || sigismember(defaults, number) != 1)) (void)sigaction(number, &action, NULL);
    }
}

#if HUD_START_SHARES
static void hud_start_note_stop(int number) {
    hud_start_stop = number;
}

/* execve resets these handlers. */
static void hud_start_catch_stops(void) {
    const int stops[] = {SIGTSTP, SIGTTIN, SIGTTOU};
    for (size_t index = 0; index < sizeof stops / sizeof *stops; index += 1) {
        struct sigaction action;
        if (sigaction(stops[index], NULL, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action.sa_handler = hud_start_note_stop;
        (void)sigaction(stops[index], &action, NULL);
    }
}
#endif

/* Runs a file, by the shell if it is a script without a #! line. Returns if it can't. */
static void hud_start_run(const char *path, char *const argv[], char *const environment[]) {
    (void)execve(path, argv, environment);
    if (errno != ENOEXEC) return;
    int count = 0;
    while (argv[count] != NULL) count += 1;
    const char *words[count + 2];
    words[0] = "/bin/sh";
    words[1] = path;
    for (int index = 1; index <= count; index += 1) words[index + 1] = argv[index];
    (void)execve(words[0], (char *const *)words, environment);
}

/* Runs the file that PATH finds. Returns if there is none, with errno as execvp(3) has it. */
static void hud_start_search(const char *name, char *const argv[], char *const environment[]) {
    const char *folder = "/usr/bin:/bin";
    for (int index = 0; environment[index] != NULL; index += 1)
        if (strncmp(environment[index], "PATH=", 5) == 0) {
            folder = environment[index] + 5;
            break;
        }
    const size_t length = strlen(name);
    int is_forbidden = 0;
    errno = ENOENT;
    while (length > 0) {
        char path[PATH_MAX];
        const size_t count = strcspn(folder, ":");
        if (count + length + 2 <= sizeof path) {
            memcpy(path, folder, count);
            path[count] = '/';
            memcpy(path + count + (count > 0), name, length + 1);
            hud_start_run(path, argv, environment);
            if (errno == EACCES) is_forbidden = 1;
            else if (errno != ENOENT && errno != ENOTDIR && errno != ENODEV && errno != ESTALE && errno != ETIMEDOUT) return;
        }
        if (folder[count] == 0) break;
        folder += count + 1;
    }
    if (is_forbidden) errno = EACCES;
}

/* The new process. Returns if the program can't be run, with errno. `errors` is a descriptor that stays open until it runs, or -1. */
static void hud_start_become(const struct hud_start *start, char *const environment[], int *errors) {
    if (start->announced > 0) hud_write_int(start->announced, getpid());
    if (start->has_group) (void)setpgid(0, 0);
    /* The parent can't do that: by the time it runs, the program may have given the foreground to another process group. */
    if (start->terminal > 0) (void)tcsetpgrp(start->terminal, getpid());
    hud_start_reset_signals(&start->defaults);
    if (start->ignores_children) (void)signal(SIGCHLD, SIG_IGN);
    for (int index = 0; index < start->descriptor_count; index += 1) {
        const struct hud_start_descriptor each = start->descriptors[index];
        if (each.to == *errors) *errors = fcntl(*errors, F_DUPFD_CLOEXEC, *errors + 1);
        if (each.from != each.to) (void)dup2(each.from, each.to);
        else (void)fcntl(each.from, F_SETFD, 0);
    }
    if (start->closes_others) {
        if (*errors > STDERR_FILENO + 1) *errors = fcntl(dup2(*errors, STDERR_FILENO + 1), F_SETFD, FD_CLOEXEC) == 0 ? STDERR_FILENO + 1 : -1;
        hud_close_from(STDERR_FILENO + (*errors < 0 ? 1 : 2));
    }
    if (start->directory != NULL && chdir(start->directory) != 0) return;
#if HUD_START_SHARES
    hud_start_catch_stops();
#endif
    (void)sigprocmask(SIG_SETMASK, &start->mask, NULL);
    if (strchr(start->argv[0], '/') != NULL) hud_start_run(start->argv[0], start->argv, environment);
    else hud_start_search(start->argv[0], start->argv, environment);
}

#if !HUD_START_SHARES
/* Waits until the program runs, and returns an errno if it can't. A process that is stopped before is continued, and `stop` is the signal. */
static int hud_start_await(pid_t child, int errors, volatile sig_atomic_t *stop) {
    while (!hud_wait_for(errors, 0, 20)) {
        siginfo_t info;
        memset(&info, 0, sizeof info);
        if (waitid(P_PID, (id_t)child, &info, WSTOPPED | WNOHANG) != 0 || info.si_pid != child) continue;
        *stop = info.si_status;
        (void)kill(child, SIGCONT);
    }
    return hud_read_int(errors);
}
#endif

int hud_start(const struct hud_start *start, pid_t *process) {
    sigset_t before;
    int ends[2] = {-1, -1};
    /* The new process writes to this variable if it shares the memory, and otherwise to the pipe. */
    volatile int error = 0;
    char **const copy = start->environment == NULL ? hud_copy_environment() : NULL;
    char *const *const environment = start->environment == NULL ? copy : start->environment;
    *process = -1;
    if (environment == NULL) return ENOMEM;
    if (!HUD_START_SHARES && hud_pipe(ends) != 0) {
        error = errno;
        free(copy);
        return error;
    }
    hud_start_stop = 0;
    hud_lock_descriptors(&before);
    const pid_t child = hud_start_fork();
    if (child == 0) {
        hud_unlock_descriptors(NULL);
        int errors = ends[1];
        hud_start_become(start, environment, &errors);
        error = errno;
        if (errors >= 0) hud_write_int(errors, error);
        _exit(127);
    }
    if (child < 0) error = errno;
    hud_unlock_descriptors(&before);
    /* The program may not have come that far. */
    if (child > 0 && start->has_group) (void)setpgid(child, child);
#if !HUD_START_SHARES
    (void)close(ends[1]);
    if (child > 0) error = hud_start_await(child, ends[0], &hud_start_stop);
    (void)close(ends[0]);
#endif
    free(copy);
    *process = child;
    if (child > 0 && error != 0) while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    if (error == 0 && hud_start_stop != 0) (void)kill(start->has_group ? -child : child, hud_start_stop);
    return error;
}

pid_t hud_fork(bool blocks_signals) {
    sigset_t before;
    hud_lock_descriptors(&before);
    const pid_t child = fork();
    const int error = errno;
    hud_unlock_descriptors(NULL);
    if (child == 0) hud_start_reset_signals(NULL);
    if (child != 0 || !blocks_signals) (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return child;
}

#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_process.h"

#include "hud_descriptors.h"

#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

extern char **environ;

int hud_processor_count(void) {
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return CPU_COUNT(&set);
#endif
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}

long long hud_wall_time(void) {
    struct timespec time = {0, 0};
    (void)clock_gettime(CLOCK_REALTIME, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

long long hud_thread_time(void) {
    struct timespec time = {0, 0};
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}

char *const *hud_environment(void) {
    return environ;
}

int hud_is_under_job_control(void) {
    const pid_t parent = getppid();
    return getsid(parent) == getsid(0) && getpgid(parent) != getpgrp();
}

int hud_spawn(
    pid_t *process, const char *path, int searches, char *const argv[], const int defaults[], int defaults_count,
    const sigset_t *mask, char *const environment[], const char *directory) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    sigset_t signals;
    sigemptyset(&signals);
    for (int index = 0; index < defaults_count; index += 1) sigaddset(&signals, defaults[index]);
    int error = posix_spawnattr_init(&attributes);
    if (error != 0) return error;
    error = posix_spawn_file_actions_init(&actions);
    if (error != 0) {
        posix_spawnattr_destroy(&attributes);
        return error;
    }
    char *const *const variables = environment != NULL ? environment : environ;
    if (directory != NULL) error = posix_spawn_file_actions_addchdir_np(&actions, directory);
    if (error == 0) error = posix_spawnattr_setsigdefault(&attributes, &signals);
    if (error == 0) error = posix_spawnattr_setsigmask(&attributes, mask);
    if (error == 0) error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    if (error == 0)
        error = searches ? posix_spawnp(process, path, &actions, &attributes, argv, variables)
                         : posix_spawn(process, path, &actions, &attributes, argv, variables);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

int hud_was_killed(int status) { return WIFSIGNALED(status); }

int hud_killing_signal(int status) { return WTERMSIG(status); }

int hud_is_stopped(int status) { return WIFSTOPPED(status); }

int hud_stopping_signal(int status) { return WSTOPSIG(status); }

int hud_is_continued(int status) { return WIFCONTINUED(status); }

int hud_exit_status(int status) { return WEXITSTATUS(status); }

struct hud_process hud_process_open(pid_t id) {
    struct hud_process process = {id, -1};
#if defined(SYS_pidfd_open) && defined(SYS_pidfd_send_signal)
    const long descriptor = syscall(SYS_pidfd_open, id, 0u);
    if (descriptor >= 0) process.descriptor = hud_move_up((int)descriptor);
#endif
    return process;
}

struct hud_process hud_process_self(void) {
    return hud_process_open(getpid());
}

void hud_process_close(struct hud_process *process) {
    if (process->descriptor >= 0) (void)close(process->descriptor);
    process->descriptor = -1;
}

int hud_process_signal(const struct hud_process *process, int number) {
#if defined(SYS_pidfd_open) && defined(SYS_pidfd_send_signal)
    if (process->descriptor >= 0) return syscall(SYS_pidfd_send_signal, process->descriptor, number, NULL, 0u) == 0;
#endif
    /* A parent that ends between the check and kill is not yet reaped, or its number is still free: init is never told. */
    return getppid() == process->id && kill(process->id, number) == 0;
}

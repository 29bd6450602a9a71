#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_process.h"

#include "hud_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif
#if defined(__APPLE__)
#include <sys/proc.h>
#include <sys/sysctl.h>
#endif

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

bool hud_is_under_job_control(void) {
    const pid_t parent = getppid();
    return getsid(parent) == getsid(0) && getpgid(parent) != getpgrp();
}

#if defined(__APPLE__)

bool hud_process_look(pid_t process, struct hud_process_facts *facts) {
    if (process <= 0) return 0;
    int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, process};
    struct kinfo_proc found;
    size_t size = sizeof found;
    if (sysctl(name, 4, &found, &size, NULL, 0) != 0 || size == 0) return 0;
    *facts = (struct hud_process_facts){
        .is_stopped = found.kp_proc.p_stat == SSTOP, .has_ended = found.kp_proc.p_stat == SZOMB,
        .parent = found.kp_eproc.e_ppid, .group = found.kp_eproc.e_pgid,
        .foreground = found.kp_eproc.e_tpgid > 0 ? found.kp_eproc.e_tpgid : -1
    };
    return 1;
}

#else

/* The number in a field of /proc/PID/stat, behind the space before it; -1 if it is none. Goes on to the next space. */
static pid_t hud_field(const char **next) {
    pid_t number = -1;
    if (*next == NULL) return number;
    for (const char *digit = *next + 1; *digit >= '0' && *digit <= '9'; digit += 1) number = (number < 0 ? 0 : number * 10) + (*digit - '0');
    *next = strchr(*next + 1, ' ');
    return number;
}

bool hud_process_look(pid_t process, struct hud_process_facts *facts) {
    if (process <= 0) return 0;
    char path[32] = "/proc/", digits[12], line[512];
    size_t length = 6, count = 0;
    for (pid_t rest = process; rest > 0; rest /= 10) digits[count++] = (char)('0' + rest % 10);
    while (count > 0) path[length++] = digits[--count];
    memcpy(path + length, "/stat", 6);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    const ssize_t size = read(file, line, sizeof line - 1);
    (void)close(file);
    if (size <= 0) return 0;
    line[size] = 0;
    /* The name of a program can contain anything, parentheses and spaces included. State, parent, group, session, terminal and foreground group follow it. */
    const char *next = strrchr(line, ')');
    if (next == NULL || next[1] == 0) return 0;
    facts->is_stopped = next[2] == 'T' || next[2] == 't';
    facts->has_ended = next[2] == 'Z' || next[2] == 'X';
    next = strchr(next + 2, ' ');
    facts->parent = hud_field(&next);
    facts->group = hud_field(&next);
    (void)hud_field(&next);
    (void)hud_field(&next);
    const pid_t foreground = hud_field(&next);
    facts->foreground = foreground > 0 ? foreground : -1;
    return 1;
}

#endif

bool hud_was_killed(int status) { return WIFSIGNALED(status); }

int hud_killing_signal(int status) { return WTERMSIG(status); }

bool hud_is_stopped(int status) { return WIFSTOPPED(status); }

int hud_stopping_signal(int status) { return WSTOPSIG(status); }

bool hud_is_continued(int status) { return WIFCONTINUED(status); }

int hud_exit_status(int status) { return WEXITSTATUS(status); }

pid_t hud_wait(pid_t process, int *status, int options, struct hud_usage *usage) {
    struct rusage measured;
    pid_t found;
    memset(&measured, 0, sizeof measured);
    do found = wait4(process, status, options, &measured); while (found < 0 && errno == EINTR);
#if defined(__APPLE__)
    const int64_t unit = 1;
#else
    const int64_t unit = 1024;
#endif
    *usage = (struct hud_usage){
        (int64_t)measured.ru_utime.tv_sec * 1000000 + measured.ru_utime.tv_usec,
        (int64_t)measured.ru_stime.tv_sec * 1000000 + measured.ru_stime.tv_usec, measured.ru_maxrss * unit
    };
    return found;
}

struct hud_process hud_process_open(pid_t id) {
    struct hud_process process = {id, -1};
#if defined(SYS_pidfd_open) && defined(SYS_pidfd_send_signal)
    const long descriptor = syscall(SYS_pidfd_open, id, 0u);
    if (descriptor >= 0) process.descriptor = hud_move_up((int)descriptor);
#endif
    return process;
}

void hud_process_close(struct hud_process *process) {
    if (process->descriptor >= 0) (void)close(process->descriptor);
    process->descriptor = -1;
}

bool hud_process_signal(const struct hud_process *process, int number) {
#if defined(SYS_pidfd_open) && defined(SYS_pidfd_send_signal)
    if (process->descriptor >= 0) return syscall(SYS_pidfd_send_signal, process->descriptor, number, NULL, 0u) == 0;
#endif
    /* A parent that ends between the check and kill is not yet reaped, or its number is still free: init is never told. */
    return getppid() == process->id && kill(process->id, number) == 0;
}

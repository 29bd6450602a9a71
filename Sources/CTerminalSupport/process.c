#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_process.h"

#include "hud_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif
#if defined(__APPLE__)
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

int hud_is_under_job_control(void) {
    const pid_t parent = getppid();
    return getsid(parent) == getsid(0) && getpgid(parent) != getpgrp();
}

#if defined(__APPLE__)

pid_t hud_foreground_of(pid_t process) {
    int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, process};
    struct kinfo_proc found;
    size_t size = sizeof found;
    return sysctl(name, 4, &found, &size, NULL, 0) == 0 && size > 0 ? found.kp_eproc.e_tpgid : -1;
}

#else

pid_t hud_foreground_of(pid_t process) {
    char path[32] = "/proc/", digits[12], line[512];
    size_t length = 6, count = 0;
    for (pid_t rest = process; rest > 0; rest /= 10) digits[count++] = (char)('0' + rest % 10);
    while (count > 0) path[length++] = digits[--count];
    memcpy(path + length, "/stat", 6);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    const ssize_t size = read(file, line, sizeof line - 1);
    (void)close(file);
    if (size <= 0) return -1;
    line[size] = 0;
    /* The name of a program can contain anything. State, parent, group, session, terminal and foreground group follow it. */
    const char *next = strrchr(line, ')');
    for (int field = 0; next != NULL && field < 6; field += 1) next = strchr(next + 1, ' ');
    pid_t group = 0;
    for (; next != NULL && next[1] >= '0' && next[1] <= '9'; next += 1) group = group * 10 + (next[1] - '0');
    return group > 0 ? group : -1;
}

#endif

int hud_was_killed(int status) { return WIFSIGNALED(status); }

int hud_killing_signal(int status) { return WTERMSIG(status); }

int hud_is_stopped(int status) { return WIFSTOPPED(status); }

int hud_stopping_signal(int status) { return WSTOPSIG(status); }

int hud_is_continued(int status) { return WIFCONTINUED(status); }

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

struct hud_process hud_process_self(void) {
    return hud_process_open(getpid());
}

int hud_process_is_stopped(pid_t id) {
#if defined(__linux__)
    char path[32], line[512];
    (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)id);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    const ssize_t length = read(file, line, sizeof line - 1);
    (void)close(file);
    line[length < 0 ? 0 : length] = 0;
    /* The name of a program can contain anything, parentheses and spaces included. */
    const char *const rest = strrchr(line, ')');
    return rest != NULL && (rest[2] == 'T' || rest[2] == 't');
#else
    siginfo_t info;
    memset(&info, 0, sizeof info);
    return waitid(P_PID, (id_t)id, &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 && info.si_pid == id;
#endif
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

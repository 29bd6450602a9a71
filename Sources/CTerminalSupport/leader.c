#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "leader.h"
#include "hud_descriptors.h"
#include "hud_process.h"
#include "hud_session.h"
#include "hud_terminal.h"
#include "hud_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

/* hud-demo, for the signal handler. */
static struct hud_process hud_leader_parent;

/* The same for the case that it is killed. */
static struct hud_killed hud_leader_killed;

/* Forwards a signal to hud-demo: programs take the leader for it, because the leader is the job's parent. The kernel sends a session's leader a
   SIGHUP, which is not forwarded. */
static void hud_leader_forward(int number, siginfo_t *info, void *context) {
    (void)context;
    if (hud_signal_is_from_process(info)) (void)hud_process_signal(&hud_leader_parent, number);
}

/* Interrupts pselect. */
static void hud_leader_notice(int number) {
    (void)number;
}

/* Sends a signal to the session's foreground process group, unless that is the job's or the leader's own. Returns whether it was sent. */
static bool hud_leader_signal_foreground(pid_t job, int number) {
    const pid_t group = tcgetpgrp(HUD_LEADER_TERMINAL);
    return group > 1 && group != job && group != getpgrp() && kill(-group, number) == 0;
}

/* Carries out a command while the job lives. */
static void hud_leader_obey(unsigned char command, pid_t job) {
    const int number = command & ~HUD_LEADER_GROUP;
    if (number == SIGCONT) {
        /* Like a shell's `fg`, or without the terminal like its `bg`: what stopped the job has stopped its children, too. If the job is a
           shell, it gives the foreground away itself, and has it back while it is stopped. */
        (void)hud_leader_signal_foreground(job, SIGCONT);
        if (command & HUD_LEADER_GROUP) (void)tcsetpgrp(HUD_LEADER_TERMINAL, job);
        (void)kill(-job, SIGCONT);
    } else if (!(command & HUD_LEADER_GROUP)) {
        (void)kill(job, number);
    } else {
        /* A key's signal goes to the foreground alone. */
        const int is_told = hud_leader_signal_foreground(job, number);
        if (!is_told || (number != SIGINT && number != SIGQUIT && number != SIGTSTP)) (void)kill(-job, number);
    }
}

/* Restores hud-demo's terminals after hud-demo was killed by SIGKILL, and the settings unless another program has changed them since. */
static void hud_leader_restore_terminal(const struct hud_saved_terminal *saved, int terminal) {
    struct termios now;
    hud_sessions_restore_killed(&hud_leader_killed);
    if (saved == NULL || !__atomic_load_n(&saved->is_changed, __ATOMIC_SEQ_CST)) return;
    if (tcgetattr(terminal, &now) != 0) return;
    if (hud_is_same_settings(&now, &saved->applied) || hud_is_same_settings(&now, &saved->applied_before))
        (void)tcsetattr(terminal, TCSANOW, &saved->found);
}

/* Catches the signals to forward, and those of the job's changes. `waiting` receives the mask to wait with; all others stay blocked. */
static void hud_leader_catch(sigset_t *waiting) {
    const int forwarded[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigfillset(&action.sa_mask);
    sigfillset(waiting);
    action.sa_flags = SA_SIGINFO;
    action.sa_sigaction = hud_leader_forward;
    for (size_t index = 0; index < sizeof forwarded / sizeof forwarded[0]; index += 1) {
        (void)sigaction(forwarded[index], &action, NULL);
        (void)sigdelset(waiting, forwarded[index]);
    }
    action.sa_flags = 0;
    action.sa_handler = hud_leader_notice;
    (void)sigaction(SIGCHLD, &action, NULL);
    (void)sigdelset(waiting, SIGCHLD);
}

/* Watches the job until hud-demo closes the commands, or ends. */
static void hud_leader_wait(const struct hud_job_request *request, pid_t job) {
    sigset_t waiting;
    hud_leader_catch(&waiting);
    const struct timespec patience = {0, 100 * 1000 * 1000};
    int has_ended = 0, is_stopped = 0, is_released = 0;
    /* An answer to an earlier stop can arrive after a report of the next one, so stops are numbered. */
    unsigned char stops = 0, answered = 0;
    for (;;) {
        struct hud_job_report report;
        memset(&report, 0, sizeof report);
        while (!has_ended && hud_wait(job, &report.status, WNOHANG | WUNTRACED | WCONTINUED, &report.usage) > 0) {
            has_ended = WIFEXITED(report.status) || WIFSIGNALED(report.status);
            is_stopped = WIFSTOPPED(report.status);
            /* hud-demo stops too, and answers when it is continued. */
            if (is_stopped) stops += 1;
            /* The foreground gets a SIGHUP when the leader ends. Processes that the job left behind must not. */
            if (has_ended) (void)tcsetpgrp(HUD_LEADER_TERMINAL, getpgrp());
            /* From here on it is open only as long as hud-demo or a process that the job left behind has it. */
            if (has_ended) (void)close(HUD_LEADER_TERMINAL);
            while (write(HUD_LEADER_REPORTS, &report, sizeof report) < 0 && errno == EINTR) continue;
        }
        /* A session without a terminal has nothing left to do. hud-demo, which waits for this process, need not wake it for that. */
        if (has_ended && answered == stops && request->terminal <= 0) return;
        /* The job was continued, or ended, by another process while hud-demo is stopped. SIGCONT is sent until hud-demo answers, because
           it may not have stopped yet. */
        const int wakes = answered != stops && !is_stopped;
        if (wakes) (void)hud_process_signal(&hud_leader_parent, SIGCONT);
        fd_set commands;
        FD_ZERO(&commands);
        FD_SET(HUD_LEADER_COMMANDS, &commands);
        if (pselect(HUD_LEADER_COMMANDS + 1, &commands, NULL, NULL, wakes ? &patience : NULL, &waiting) <= 0) continue;
        unsigned char command;
        const ssize_t count = read(HUD_LEADER_COMMANDS, &command, 1);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count <= 0) break;
        if (command == HUD_LEADER_RELEASE) is_released = 1;
        else if (command == 0) (void)!read(HUD_LEADER_COMMANDS, &answered, 1);
        else if (!has_ended) hud_leader_obey(command, job);
    }
    if (!is_released) hud_leader_restore_terminal(request->saved, HUD_LEADER_OURS);
    if (has_ended) return;
    (void)hud_leader_signal_foreground(job, SIGHUP);
    (void)kill(-job, SIGHUP);
    (void)kill(-job, SIGCONT);
}

/* Waits for the command to start the job. Returns it, or -1 if hud-demo was killed. */
static int hud_leader_first_command(int commands) {
    unsigned char command;
    ssize_t count;
    do count = read(commands, &command, 1); while (count < 0 && errno == EINTR);
    return count == 1 ? command : -1;
}

/* Moves what the leader needs to fixed numbers, and closes all other descriptors: an inherited pipe held open here would appear to have a reader
   or a writer. */
static void hud_leader_keep_descriptors(const struct hud_job_request *request, int reports, int commands) {
    /* Out of the way of the fixed numbers. */
    const int own_terminal = request->terminal > 0 ? fcntl(request->own_terminal, F_DUPFD_CLOEXEC, HUD_LEADER_REST) : -1;
    const int parent = fcntl(hud_leader_parent.descriptor, F_DUPFD_CLOEXEC, HUD_LEADER_REST);
    /* A job without a terminal leaves these two closed: the leader must not hold open what hud-demo had there. */
    if (request->terminal > 0) (void)dup2(request->terminal, HUD_LEADER_TERMINAL);
    else (void)close(HUD_LEADER_TERMINAL);
    (void)dup2(reports, HUD_LEADER_REPORTS);
    (void)dup2(commands, HUD_LEADER_COMMANDS);
    if (own_terminal >= 0) (void)dup2(own_terminal, HUD_LEADER_OURS);
    else (void)close(HUD_LEADER_OURS);
    hud_leader_parent.descriptor = parent < 0 ? -1 : dup2(parent, HUD_LEADER_PARENT);
    hud_close_from(parent < 0 ? HUD_LEADER_PARENT : HUD_LEADER_REST);
}

/* Starts the job. Returns what hud_start returns. */
static int hud_leader_start(const struct hud_job_request *request, int reports, pid_t *job) {
    struct hud_start_descriptor table[HUD_INHERITED + 6];
    struct hud_start start = {
        .argv = request->argv, .environment = request->environment, .directory = request->directory, .descriptors = table, .has_group = 1,
        .terminal = request->is_foreground ? request->terminal : 0, .announced = reports, .defaults = request->defaults,
        .ignores_children = request->ignores_children, .mask = request->mask
    };
    int count = 0;
    for (int fd = 0; fd < HUD_INHERITED; fd += 1)
        if (request->replaced >> fd & 1) table[count++] = (struct hud_start_descriptor){request->terminal, fd};
    for (int fd = 0; fd < 3; fd += 1)
        if (request->standard[fd] > 0) table[count++] = (struct hud_start_descriptor){request->standard[fd], fd};
    if (request->progress > 0) table[count++] = (struct hud_start_descriptor){request->progress, request->progress_number};
    for (int index = 0; index < 2; index += 1)
        if (request->inherited[index] > 0) table[count++] = (struct hud_start_descriptor){request->inherited[index], request->inherited[index]};
    start.descriptor_count = count;
    return hud_start(&start, job);
}

void hud_leader_run(const struct hud_job_request *request, const struct hud_process *parent, int reports, int commands, int errors) {
    hud_leader_parent = *parent;
    hud_leader_killed = (struct hud_killed){parent->id, getpgrp(), getsid(0)};
    if (setsid() < 0 || (request->terminal > 0 && ioctl(request->terminal, TIOCSCTTY, 0) != 0)) {
        hud_write_int(errors, -errno);
        _exit(127);
    }
    /* Without a terminal there is nothing to wait for. */
    const int first = request->terminal > 0 ? hud_leader_first_command(commands) : 0;
    if (first < 0) hud_leader_restore_terminal(request->saved, request->own_terminal);
    if (first != 0) _exit(0);
    /* If it were ignored, the kernel would reap a short job before it can be waited for. The job gets what hud-demo had. */
    (void)signal(SIGCHLD, SIG_DFL);
    pid_t job;
    const int error = hud_leader_start(request, reports, &job);
    if (error != 0) {
        /* It is an error of the command if there was a process for it. */
        hud_write_int(errors, job < 0 ? -error : error);
        _exit(127);
    }
    (void)close(errors);
#if defined(__linux__)
    (void)prctl(PR_SET_NAME, "hud-demo: job", 0, 0, 0);
#endif
    hud_leader_keep_descriptors(request, reports, commands);
    hud_leader_wait(request, job);
    _exit(0);
}

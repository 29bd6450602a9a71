/* hud-demo's side of a job's session. */
#include "hud_job_session.h"

#include "hud_descriptors.h"
#include "hud_parent.h"
#include "hud_pipes.h"
#include "hud_process.h"
#include "hud_session.h"
#include "hud_settings.h"
#include "hud_start.h"
#include "hud_terminal.h"
#include "leader.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

enum {
    /* How long a job's start takes at most, unless the leader or the job is stopped. */
    HUD_JOB_START_MS = 100
};

void hud_job_session_release(struct hud_job_session *session) {
    const unsigned char release = HUD_LEADER_RELEASE;
    if (session->commands >= 0) {
        sigset_t before;
        /* The leader may have ended. */
        const int state = hud_block_sigpipe(session->commands, &before);
        while (write(session->commands, &release, 1) < 0 && errno == EINTR) continue;
        hud_unblock_sigpipe(session->commands, &before, state);
        close(session->commands);
    }
    if (session->reports >= 0) close(session->reports);
    session->commands = session->reports = -1;
}

/* Ends a session without a job. The leader ends when its commands are closed. */
static void hud_job_session_abandon(struct hud_job_session *session) {
    hud_job_session_release(session);
    if (session->errors >= 0) close(session->errors);
    if (session->leader > 0) while (waitpid(session->leader, NULL, 0) < 0 && errno == EINTR) continue;
}

int hud_job_session_prepare(const struct hud_job_request *request, struct hud_job_session *session) {
    hud_sessions_share();
    int reports[2] = {-1, -1}, commands[2] = {-1, -1}, errors[2] = {-1, -1};
    const int has_pipes = hud_pipe(reports) == 0 && hud_pipe(commands) == 0 && hud_pipe(errors) == 0;
    int error = has_pipes ? 0 : -errno;
    session->leader = -1;
    session->has_terminal = request->terminal > 0;
    struct hud_job_request copy = *request;
    char **const environment = request->environment == NULL ? hud_copy_environment() : NULL;
    if (environment != NULL) copy.environment = environment;
    if (error == 0 && copy.environment == NULL) error = -ENOMEM;
    if (error == 0) {
        struct hud_process parent = hud_process_self();
        session->leader = hud_fork(1);
        if (session->leader == 0) {
            close(commands[1]);
            hud_leader_run(&copy, &parent, reports[1], commands[0], errors[1]);
        }
        if (session->leader < 0) error = -errno;
        hud_process_close(&parent);
    }
    free(environment);
    const int its[] = {reports[1], commands[0], errors[1]};
    for (int index = 0; index < 3; index += 1)
        if (its[index] >= 0) close(its[index]);
    session->reports = reports[0];
    session->commands = commands[1];
    session->errors = errors[0];
    if (error != 0) hud_job_session_abandon(session);
    return error;
}

/* Waits until there is something to read on `fd`, or its end. SIGSTOP can't be blocked, and a leader or a job that is stopped before the job runs its
   program can't report that. So both are continued, and a stop of the job takes effect afterwards. Before the job's number is known, the job is in the
   leader's process group. Returns whether the job was stopped. */
static int hud_job_session_await(const struct hud_job_session *session, int fd) {
    int was_stopped = 0;
    while (!hud_wait_for(fd, 0, HUD_JOB_START_MS)) {
        (void)kill(session->leader, SIGCONT);
        (void)kill(-session->leader, SIGCONT);
        if (session->job <= 0 || !hud_process_is_stopped(session->job) || hud_wait_for(fd, 0, 0)) continue;
        was_stopped = 1;
        (void)kill(session->job, SIGCONT);
    }
    return was_stopped;
}

int hud_job_session_start(struct hud_job_session *session) {
    if (session->has_terminal) {
        const unsigned char go = 0;
        sigset_t before;
        /* A leader that did not get the terminal has ended, and has written why. */
        const int state = hud_block_sigpipe(session->commands, &before);
        while (write(session->commands, &go, 1) < 0 && errno == EINTR) continue;
        hud_unblock_sigpipe(session->commands, &before, state);
    }
    /* The number of the job's process comes first, or the end of the reports if there is none. */
    session->job = 0;
    (void)hud_job_session_await(session, session->reports);
    session->job = hud_read_int(session->reports);
    const int was_stopped = hud_job_session_await(session, session->errors);
    const int error = hud_read_int(session->errors);
    if (error != 0) {
        hud_job_session_abandon(session);
        return error;
    }
    close(session->errors);
    session->errors = -1;
    if (was_stopped) (void)hud_job_session_command(session->commands, SIGSTOP, 0);
    (void)fcntl(session->reports, F_SETFL, O_NONBLOCK);
    (void)fcntl(session->commands, F_SETFL, O_NONBLOCK);
    return 0;
}

int hud_job_session_command(int commands, int number, int is_for_group) {
    const unsigned char command = (unsigned char)(number | (is_for_group ? HUD_LEADER_GROUP : 0));
    return write(commands, &command, 1) == 1;
}

int hud_job_session_answer(int commands, unsigned char stops) {
    const unsigned char answer[2] = {0, stops};
    return write(commands, answer, sizeof answer) == sizeof answer;
}

void hud_reap_draining(pid_t process, int master) {
    unsigned char page[4096];
    for (;;) {
        const pid_t reaped = waitpid(process, NULL, WNOHANG);
        if (reaped == process || (reaped < 0 && errno != EINTR)) return;
        if (hud_wait_for(master, 0, 5) && read(master, page, sizeof page) <= 0) (void)poll(NULL, 0, 5);
    }
}

void hud_job_session_end(struct hud_job_session *session, int master) {
    hud_job_session_release(session);
#if defined(__APPLE__)
    hud_reap_draining(session->leader, master);
#else
    (void)master;
    while (waitpid(session->leader, NULL, 0) < 0 && errno == EINTR) continue;
#endif
}

/* What the other process does. `kept` stays open meanwhile. */
static void hud_serve_rest(int source, const int targets[2], int kept) {
    enum { KEPT = STDERR_FILENO + 1 };
    unsigned char page[4096];
    /* No descriptors but these, because a pipe that is held open here would appear to have a reader or a writer. */
    const int from[] = {source, targets[0], targets[1], kept};
    int copies[4];
    for (int index = 0; index < 4; index += 1) {
        copies[index] = from[index] < 0 ? open("/dev/null", O_RDWR) : fcntl(from[index], F_DUPFD, KEPT + 1);
        if (copies[index] < 0) return;
    }
    for (int index = 0; index < 4; index += 1)
        if (dup2(copies[index], index) < 0) return;
    hud_close_from(KEPT + 1);
#if defined(__linux__)
    (void)prctl(PR_SET_NAME, "hud-demo: rest", 0, 0, 0);
#endif
    int takes[] = {1, targets[1] >= 0};
    while (takes[0] || takes[1]) {
        (void)hud_wait_for(STDIN_FILENO, 0, -1);
        const ssize_t count = read(STDIN_FILENO, page, sizeof page);
        if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) return;
        for (int index = 0; index < 2; index += 1)
            if (count > 0 && takes[index]) takes[index] = hud_write_within(STDOUT_FILENO + index, page, (size_t)count, -1);
    }
}

/* Starts the other process. It is not our child, so it need not be reaped. It has no controlling terminal, so that no signal of a key reaches it and
   `stty tostop` does not stop it. All is set before hud-demo goes on: the processes of a job's terminal get a SIGHUP when hud-demo exits as the leader of their
   session. Returns 0, or -1 if there is no such process. */
static int hud_start_rest(int source, const int targets[2], int kept) {
    const pid_t child = hud_fork(1);
    if (child == 0) {
        (void)setsid();
        const pid_t server = hud_fork(1);
        if (server != 0) _exit(server < 0);
        for (int number = 1; number < 32; number += 1) (void)signal(number, SIG_DFL);
        sigset_t mask;
        sigemptyset(&mask);
        (void)sigprocmask(SIG_SETMASK, &mask, NULL);
        hud_serve_rest(source, targets, kept);
        _exit(0);
    }
    if (child < 0) return -1;
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return status == 0 ? 0 : -1;
}

int hud_hand_over(int source, const int *targets, int count) {
    const int both[2] = {count > 0 ? targets[0] : -1, count > 1 ? targets[1] : -1};
    return hud_start_rest(source, both, -1);
}

int hud_job_session_hand_over(struct hud_job_session *session, int master, int terminal) {
    const int targets[2] = {terminal, -1};
    if (terminal >= 0) hud_disable_output_processing(master);
    /* The leader lives as long as the commands are open. */
    if (hud_start_rest(master, targets, session->commands) != 0) return -1;
    hud_job_session_release(session);
    return 0;
}

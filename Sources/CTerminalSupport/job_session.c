/* hud-demo's side of a job's session. */
#include "hud_job_session.h"

#include "hud_descriptors.h"
#include "hud_parent.h"
#include "hud_process.h"
#include "hud_session.h"
#include "hud_terminal.h"
#include "hud_signals.h"
#include "leader.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    /* How long a job's start takes at most, unless the leader or the job is stopped. */
    HUD_JOB_START_MS = 100,
    /* How long a leader that was continued takes at most to read commands. */
    HUD_JOB_TELL_MS = 1000
};

/* Writes to the leader, which may have ended. If it is stopped, it is continued, unless `leader` is 0; the pipe is full only then, and the call waits for
   it. Returns whether the leader was told: a pipe takes so few bytes whole or not at all. */
static bool hud_job_session_tell(int commands, pid_t leader, const unsigned char *bytes, size_t count) {
    sigset_t before;
    const int state = hud_block_write_signals(commands, &before);
    const int64_t deadline = leader > 0 ? hud_milliseconds() + HUD_JOB_TELL_MS : 0;
    int is_told;
    if (leader > 0) (void)kill(leader, SIGCONT);
    while (!(is_told = write(commands, bytes, count) == (ssize_t)count)) {
        if (errno == EINTR) continue;
        if (errno != EAGAIN || hud_milliseconds() >= deadline) break;
        (void)kill(leader, SIGCONT);
        (void)hud_wait_for(commands, 1, HUD_JOB_START_MS);
    }
    hud_unblock_write_signals(commands, &before, state);
    return is_told;
}

void hud_job_session_kill(pid_t leader, pid_t job) {
    if (job > 0 && getsid(job) == leader) (void)kill(-job, SIGKILL);
}

/* Closes the commands and the reports of a session that ends. A leader whose commands are closed without this takes it that this process was
   killed. */
static void hud_job_session_release(struct hud_job_session *session) {
    const unsigned char release = HUD_LEADER_RELEASE;
    if (session->commands >= 0) {
        (void)hud_job_session_tell(session->commands, session->leader, &release, 1);
        close(session->commands);
    }
    if (session->reports >= 0) close(session->reports);
    session->commands = session->reports = -1;
}

bool hud_job_session_reap(pid_t leader, int options) {
    for (;;) {
        int status = 0;
        const pid_t reaped = waitpid(leader, &status, options | WUNTRACED);
        if (reaped == leader && WIFSTOPPED(status)) (void)kill(leader, SIGCONT);
        else if (reaped >= 0 || errno != EINTR) return reaped != 0;
    }
}

/* Ends a session without a job. The leader ends when its commands are closed. */
static void hud_job_session_abandon(struct hud_job_session *session) {
    hud_job_session_release(session);
    if (session->errors >= 0) close(session->errors);
    if (session->leader > 0) (void)hud_job_session_reap(session->leader, 0);
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
        struct hud_process parent = hud_process_open(getpid());
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
static bool hud_job_session_await(const struct hud_job_session *session, int fd) {
    int was_stopped = 0;
    while (!hud_wait_for(fd, 0, HUD_JOB_START_MS)) {
        (void)kill(session->leader, SIGCONT);
        (void)kill(-session->leader, SIGCONT);
        struct hud_process_facts job;
        if (session->job <= 0 || !hud_process_look(session->job, &job) || !job.is_stopped || hud_wait_for(fd, 0, 0)) continue;
        was_stopped = 1;
        (void)kill(session->job, SIGCONT);
    }
    return was_stopped;
}

int hud_job_session_start(struct hud_job_session *session) {
    const unsigned char go = 0;
    /* A leader that did not get the terminal has ended, and has written why. */
    if (session->has_terminal) (void)hud_job_session_tell(session->commands, session->leader, &go, 1);
    /* The number of the job's process comes first, or the end of the reports if there is none. */
    session->job = 0;
    (void)hud_job_session_await(session, session->reports);
    session->job = hud_read_int(session->reports);
    const int was_stopped = hud_job_session_await(session, session->errors);
    int error = hud_read_int(session->errors);
    /* The leader was killed before it has started the job. */
    if (error == 0 && session->job <= 0) error = -ESRCH;
    if (error != 0) {
        hud_job_session_abandon(session);
        return error;
    }
    close(session->errors);
    session->errors = -1;
    if (was_stopped) (void)hud_job_session_command(session->commands, session->leader, SIGSTOP, 0);
    (void)fcntl(session->reports, F_SETFL, O_NONBLOCK);
    (void)fcntl(session->commands, F_SETFL, O_NONBLOCK);
    return 0;
}

bool hud_job_session_command(int commands, pid_t leader, int number, bool is_for_group) {
    const unsigned char command = (unsigned char)(number | (is_for_group ? HUD_LEADER_GROUP : 0));
    return hud_job_session_tell(commands, leader, &command, 1);
}

bool hud_job_session_answer(int commands, pid_t leader, unsigned char stops) {
    const unsigned char answer[2] = {0, stops};
    return hud_job_session_tell(commands, leader, answer, sizeof answer);
}

void hud_reap_draining(pid_t process, int master) {
    unsigned char page[4096];
    for (;;) {
        if (hud_job_session_reap(process, WNOHANG)) return;
        if (hud_wait_for(master, 0, 5) && read(master, page, sizeof page) <= 0) (void)poll(NULL, 0, 5);
    }
}

bool hud_job_session_end(struct hud_job_session *session, int master) {
    hud_job_session_release(session);
#if defined(__APPLE__)
    if (master >= 0) {
        hud_reap_draining(session->leader, master);
        return 1;
    }
#endif
    (void)master;
    return 0;
}

int hud_job_session_hand_over(struct hud_job_session *session, int master, int terminal) {
    if (terminal >= 0) hud_disable_output_processing(master);
    /* The leader lives as long as the commands are open. */
    if (hud_hand_over(master, terminal, session->commands) != 0) return -1;
    hud_job_session_release(session);
    return 0;
}

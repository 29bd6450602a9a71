/* hud-demo's side of a job's session. */
#include "hud_job_session.h"

#include "hud_descriptors.h"
#include "hud_process.h"
#include "hud_terminal.h"
#include "leader.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

/* Ends a session without a job. The leader ends when its commands are closed. */
static void hud_job_session_abandon(struct hud_job_session *session) {
    if (session->commands >= 0) close(session->commands);
    if (session->reports >= 0) close(session->reports);
    if (session->errors >= 0) close(session->errors);
    if (session->leader > 0) while (waitpid(session->leader, NULL, 0) < 0 && errno == EINTR) continue;
}

int hud_job_session_prepare(const struct hud_job_request *request, struct hud_job_session *session) {
    int reports[2] = {-1, -1}, commands[2] = {-1, -1}, errors[2] = {-1, -1};
    const int has_pipes = hud_pipe(reports) == 0 && hud_pipe(commands) == 0 && hud_pipe(errors) == 0;
    int error = has_pipes ? 0 : -errno;
    session->leader = -1;
    if (has_pipes) {
        sigset_t all, mask;
        sigfillset(&all);
        struct hud_process parent = hud_process_self();
        (void)sigprocmask(SIG_SETMASK, &all, &mask);
        session->leader = fork();
        if (session->leader == 0) {
            close(commands[1]);
            hud_leader_run(request, &parent, reports[1], commands[0], errors[1]);
        }
        if (session->leader < 0) error = -errno;
        (void)sigprocmask(SIG_SETMASK, &mask, NULL);
        hud_process_close(&parent);
    }
    const int its[] = {reports[1], commands[0], errors[1]};
    for (int index = 0; index < 3; index += 1)
        if (its[index] >= 0) close(its[index]);
    session->reports = reports[0];
    session->commands = commands[1];
    session->errors = errors[0];
    if (error != 0) hud_job_session_abandon(session);
    return error;
}

int hud_job_session_start(struct hud_job_session *session) {
    const unsigned char go = 0;
    while (write(session->commands, &go, 1) < 0 && errno == EINTR) continue;
    const int error = hud_read_int(session->errors);
    if (error != 0) {
        hud_job_session_abandon(session);
        return error;
    }
    close(session->errors);
    session->errors = -1;
    session->job = hud_read_int(session->reports);
    (void)fcntl(session->reports, F_SETFL, O_NONBLOCK);
    (void)fcntl(session->commands, F_SETFL, O_NONBLOCK);
    return 0;
}

int hud_job_session_command(int commands, int number, int is_for_group) {
    const unsigned char command = (unsigned char)(number | (is_for_group ? HUD_LEADER_GROUP : 0));
    return write(commands, &command, 1) == 1;
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
    (void)close(session->commands);
    (void)close(session->reports);
#if defined(__APPLE__)
    hud_reap_draining(session->leader, master);
#else
    (void)master;
    while (waitpid(session->leader, NULL, 0) < 0 && errno == EINTR) continue;
#endif
}

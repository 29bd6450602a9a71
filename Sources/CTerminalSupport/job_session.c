/* hud-demo's side of a job's session. */
#include "hud_job_session.h"
#include "hud_descriptors.h"
#include "leader.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Nothing comes of it: the leader has nothing more to wait for. */
static void hud_session_give_up(struct hud_session_ends *ends) {
    if (ends->commands >= 0) close(ends->commands);
    if (ends->reports >= 0) close(ends->reports);
    if (ends->errors >= 0) close(ends->errors);
    if (ends->leader > 0) while (waitpid(ends->leader, NULL, 0) < 0 && errno == EINTR) continue;
}

int hud_session_prepare(const struct hud_session_order *order, struct hud_session_ends *ends) {
    int reports[2] = {-1, -1}, commands[2] = {-1, -1}, errors[2] = {-1, -1};
    const int has_pipes = hud_pipe(reports) == 0 && hud_pipe(commands) == 0 && hud_pipe(errors) == 0;
    int error = has_pipes ? 0 : -errno;
    ends->leader = -1;
    if (has_pipes) {
        sigset_t all, mask;
        sigfillset(&all);
        const pid_t parent = getpid();
        (void)sigprocmask(SIG_SETMASK, &all, &mask);
        ends->leader = fork();
        if (ends->leader == 0) {
            close(commands[1]);
            hud_leader_run(order, parent, reports[1], commands[0], errors[1]);
        }
        if (ends->leader < 0) error = -errno;
        (void)sigprocmask(SIG_SETMASK, &mask, NULL);
    }
    const int its[] = {reports[1], commands[0], errors[1]};
    for (int index = 0; index < 3; index += 1)
        if (its[index] >= 0) close(its[index]);
    ends->reports = reports[0];
    ends->commands = commands[1];
    ends->errors = errors[0];
    if (error != 0) hud_session_give_up(ends);
    return error;
}

int hud_session_start(struct hud_session_ends *ends) {
    const unsigned char go = 0;
    while (write(ends->commands, &go, 1) < 0 && errno == EINTR) continue;
    const int error = hud_read_int(ends->errors);
    if (error != 0) {
        hud_session_give_up(ends);
        return error;
    }
    close(ends->errors);
    ends->errors = -1;
    ends->job = hud_read_int(ends->reports);
    (void)fcntl(ends->reports, F_SETFL, O_NONBLOCK);
    (void)fcntl(ends->commands, F_SETFL, O_NONBLOCK);
    return 0;
}

int hud_session_command(int commands, int number, int is_for_group) {
    const unsigned char command = (unsigned char)(number | (is_for_group ? HUD_LEADER_GROUP : 0));
    return write(commands, &command, 1) == 1;
}

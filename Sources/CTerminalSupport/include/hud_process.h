/* Processes: decode their wait status, and signal one. */
#ifndef HUD_PROCESS_H
#define HUD_PROCESS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Whether the parent is a shell with job control, which notices when we stop. A parent in our own process group only waits for the end; one
   in another session could not continue us. */
bool hud_is_under_job_control(void);

/* What the system says of a process. */
struct hud_process_facts {
    bool is_stopped;
    /* Whether it has ended, and its parent has not waited for it yet. */
    bool has_ended;
    pid_t parent, group;
    /* The foreground process group of the terminal that controls it; -1 if that is not known. */
    pid_t foreground;
};

/* Looks at a process. Returns whether it is known. Async-signal-safe. */
bool hud_process_look(pid_t process, struct hud_process_facts *facts);

/* The number of processors that this process may use; at least 1. */
int hud_processor_count(void);

/* The processor time that the calling thread has used, in nanoseconds. */
long long hud_thread_time(void);

/* The time since 1970 (UTC), in nanoseconds. */
long long hud_wall_time(void);

/* The macros of sys/wait.h. */
bool hud_was_killed(int status);
int hud_killing_signal(int status);
bool hud_is_stopped(int status);
int hud_stopping_signal(int status);
bool hud_is_continued(int status);
int hud_exit_status(int status);

/* What a process has cost, together with the descendants that it has waited for. */
struct hud_usage {
    /* Processor time in its programs, and in the kernel for them, in microseconds. */
    int64_t user, system;
    /* The most memory that one of the processes has had, in bytes. */
    int64_t memory;
};

/* As waitpid(2), and says what a process that has ended has cost. A signal does not interrupt it. Async-signal-safe. */
pid_t hud_wait(pid_t process, int *status, int options, struct hud_usage *usage);

/* A process to send signals to that may end at any time. */
struct hud_process {
    pid_t id;
    /* A pidfd, which stands for this process even when its number is in use again; -1 where the system has none (macOS, Linux before 5.3). */
    int descriptor;
};

/* Any process that is not reaped yet. */
struct hud_process hud_process_open(pid_t id);

void hud_process_close(struct hud_process *process);

/* Sends a signal, and never to another process: without a pidfd, only to the caller's parent. Async-signal-safe. Returns whether it was sent. */
bool hud_process_signal(const struct hud_process *process, int number);

/* The one way to start a program. */

/* A descriptor of the caller, and the number that the program has for it. */
struct hud_start_descriptor {
    int from, to;
};

/* What to start, and how. A field that is zero stands for what the program inherits. */
struct hud_start {
    /* The words of the command, ended by NULL. The first one is looked up in PATH of the program's environment. A script without a #! line is run by the
       shell. */
    char *const *argv;
    /* NULL: hud_copy_environment(). */
    char *const *environment;
    const char *directory;
    /* Applied in this order. A number that an entry has set must not be the `from` of a later one. */
    const struct hud_start_descriptor *descriptors;
    int descriptor_count;
    /* Whether the program has no descriptors but the standard ones. */
    bool closes_others;
    /* Whether the program is in a process group of its own. */
    bool has_group;
    /* The terminal whose foreground becomes the program's process group. */
    int terminal;
    /* Gets the process's number, as an int, before the program runs. */
    int announced;
    /* Signals that are ignored here and have their default action in the program. Signals that are caught here always have it. */
    sigset_t defaults;
    /* Whether SIGCHLD is ignored in the program. */
    bool ignores_children;
    /* The program's signal mask. */
    sigset_t mask;
};

/* Starts a program. Returns 0, or the errno of the step that has failed; `process` is -1 then if there was no process for it.

   No handler of this process runs in the new one. A stop that comes before the program runs takes effect when it does, because the caller waits for
   that. On Linux, SIGSTOP is an exception. Async-signal-safe if `environment` is not NULL. */
int hud_start(const struct hud_start *start, pid_t *process);

/* As fork(2), but none of the caller's handlers runs in the new process: signals that are caught have their default action there, and all are blocked
   if `blocks_signals`. Async-signal-safe. */
pid_t hud_fork(bool blocks_signals);

/* Writes an int to a process of the same program. */
void hud_write_int(int fd, int value);

/* Reads an int; 0 at the end of file. */
int hud_read_int(int fd);

/* Other programs that answer a question or do a small service, such as notify-send. */

/* Runs a program that PATH finds by `argv[0]`, without a terminal, and waits for its end, `milliseconds` at most; then it is killed. The first
   `size` - 1 bytes of its standard output are put into `output`, ended by NUL. Returns the exit status, or -1 if it could not be started,
   was killed, or is not ours to wait for (SIGCHLD is ignored). */
int hud_run_helper(char *const argv[], char *output, size_t size, int milliseconds);

/* The same as hud_write_within; a process in the background is not stopped by it (`stty tostop`). Returns whether all were written. */
bool hud_write_if_ready(int descriptor, const void *bytes, size_t count, int milliseconds);

/* A program that has the terminal for a while, in front of the HUD. */

/* Starts a program in a process group of its own, which becomes the foreground of `terminal`. Its standard input is `input`, its
   standard output and error are `terminal`. `variables` is NULL for the environment of this process. Returns 0 or an errno, as hud_start does. */
int hud_foreground_start(
    char *const words[], char *const variables[], int input, int terminal, pid_t *process);

/* Makes `group` the foreground of the terminal, even if the caller is in the background. Returns 0, or -1 with errno. */
int hud_foreground_set(int terminal, pid_t group);

/* Programs that print. */

/* Opens a descriptor that is readable when a process has written to one of the descriptors, which can be files, pipes and sockets; what is written to
   /dev/null does not count. Returns -1 with errno if the system can't report that for one of them, and with ENODATA if all of them are /dev/null. */
int hud_prints_open(const int *descriptors, int count);

/* Forgets what has been reported. Returns whether something was. */
bool hud_prints_take(int prints);

/* Other processes, which are not our children, that read what comes after the end of a job. */

/* Starts such a process: it serves and ends. It is not our child, so it need not be reaped. It has no controlling terminal, so that no signal of a key reaches
   it and `stty tostop` does not stop it. All is set before the caller goes on: the processes of a job's terminal get a SIGHUP when hud-demo exits as the leader
   of their session. Returns 0, or -1 if there is no such process. */
int hud_start_server(void (*serve)(const void *), const void *work);

/* Lets another process pass on what comes from `source` to `target` (-1: nowhere) until the end. `kept` (-1: nothing) stays open meanwhile. Returns 0, or
   -1 if there is no such process. */
int hud_hand_over(int source, int target, int kept);

/* What such a process does: passes on what comes on standard input to standard output, until the end, or until nothing more can be written. */
void hud_pass_on(void);

/* One of several outputs. */
struct hud_merged {
    int source;
    /* Gets a copy of the bytes; -1: nothing does. */
    int copy;
    /* What precedes each line. */
    const unsigned char *name;
    size_t length;
    /* A line that has begun, of up to 65535 bytes. They are not copied. */
    const unsigned char *begun;
    size_t begun_length;
    /* Whether a line feed comes before its first line, if no other output has a line before. */
    bool breaks_line;
};

/* Lets another process pass on the lines of several outputs to `target` (-1: nowhere) until all have ended. A line that is not finished at the end, or that is
   longer than 64 KB, is ended. Returns 0, or -1 if there is no such process. */
int hud_merge(const struct hud_merged *outputs, int count, int target);

#endif

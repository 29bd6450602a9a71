/* Signals as bytes in a pipe. All state is in one table, which the handler reads at any time. */
#include "hud_signals.h"

#include "hud_descriptors.h"
#include "hud_job_session.h"
#include "hud_session.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

enum {
    /* Marks a signal that the handler has already passed on, so that it only wakes the reader. */
    HUD_SIGNAL_IS_PASSED = 0x80,
    /* How long the reader may be blocked until another signal ends the process. */
    HUD_SIGNAL_PATIENCE_MS = 1000
};

static struct {
    _Atomic int is_open;
    /* Both ends are opened once. */
    _Atomic int read_end, write_end;
    /* Bytes that did not fit in the pipe: one bit each, with those of processes in the upper half. */
    _Atomic uint64_t unsent;
    _Atomic int leader;
    /* Whether there is a thread for the handler. */
    _Atomic int has_thread;
    _Atomic int is_busy;
    _Atomic int has_messages;
    _Atomic int is_continued;
    /* When the first signal for the job arrived since the last read, in milliseconds; 0: none. */
    _Atomic int64_t held_since;
} hud_signal_pipe = {.read_end = -1, .write_end = -1, .leader = HUD_NO_LEADER};

static int hud_signal_pipe_make(void) {
    int ends[2];
    if (hud_signal_pipe.read_end >= 0) return 0;
    if (hud_pipe(ends) != 0) return -1;
    for (int index = 0; index < 2; index += 1) (void)fcntl(ends[index], F_SETFL, O_NONBLOCK);
    hud_signal_pipe.read_end = ends[0];
    hud_signal_pipe.write_end = ends[1];
    return 0;
}

int hud_signal_pipe_open(void) {
    if (atomic_exchange(&hud_signal_pipe.is_open, 1)) {
        errno = EBUSY;
        return -1;
    }
    if (hud_signal_pipe_make() != 0) {
        const int error = errno;
        hud_signal_pipe.is_open = 0;
        errno = error;
        return -1;
    }
    /* What is left of an earlier use. */
    unsigned char bytes[HUD_SIGNAL_MESSAGES];
    while (hud_signal_pipe_read(bytes) > 0) continue;
    return hud_signal_pipe.read_end;
}

void hud_signal_pipe_end_thread(void) {
    hud_signal_pipe.leader = HUD_NO_LEADER;
    if (atomic_exchange(&hud_signal_pipe.has_thread, 0)) hud_end_signal_thread();
}

void hud_signal_pipe_close(void) {
    hud_signal_pipe.is_open = 0;
}

/* Whether an earlier signal that ends a job has not been read in time: then a terminal or a pipe is blocked, and would not even accept our farewell. The
   job's leader restores the terminal's settings. */
static bool hud_signal_is_held(int number) {
    /* These ask a job for its progress. */
    if (!hud_signal_is_for_job(number) || number == SIGUSR1 || number == SIGUSR2) return 0;
    const int64_t now = hud_milliseconds();
    int64_t since = 0;
    const int is_first = atomic_compare_exchange_strong(&hud_signal_pipe.held_since, &since, now);
    return !is_first && now - since > HUD_SIGNAL_PATIENCE_MS;
}

/* Passes a signal to the job's leader. Returns whether the reader has nothing left to do for it. */
static bool hud_signal_pass(int number, bool is_from_process) {
    const int commands = hud_signal_pipe.leader;
    return commands >= 0 && hud_signal_is_for_job(number)
        && hud_job_session_command(commands, 0, number, hud_signal_is_for_group(number, is_from_process));
}

static void hud_signal_pipe_take(int number, siginfo_t *info, void *context) {
    (void)context;
    const int before = errno;
    const int is_own = hud_signal_is_own(info);
    errno = before;
    if (is_own) return;
    const int is_from_process = hud_signal_is_from_process(info);
    if (number == SIGTSTP || number == SIGCONT) hud_signal_pipe.is_continued = number == SIGCONT;
    if (number == SIGCONT) hud_sessions_give_back_late();
    /* Stored before `is_busy` is read, while the reader sets `is_busy` before it reads this: one of the two sees the other. */
    hud_signal_pipe.has_messages = 1;
    if (hud_signal_is_held(number)) hud_die_by_signal(number);
    const int is_passed = hud_signal_pipe.is_busy && hud_signal_pass(number, is_from_process);
    hud_signal_pipe_post((unsigned char)(is_passed ? HUD_SIGNAL_IS_PASSED : number | (is_from_process ? HUD_SIGNAL_OF_PROCESS : 0)));
    errno = before;
}

void hud_signal_pipe_catch(int number) {
    (void)hud_catch(number, hud_signal_pipe_take);
}

void hud_signal_pipe_post(unsigned char byte) {
    const int before = errno;
    if (write(hud_signal_pipe.write_end, &byte, 1) != 1) {
        const uint64_t bit = (uint64_t)1 << ((byte & 31) + (byte & HUD_SIGNAL_OF_PROCESS ? 32 : 0));
        (void)atomic_fetch_or(&hud_signal_pipe.unsent, bit);
    }
    errno = before;
}

size_t hud_signal_pipe_read(unsigned char bytes[HUD_SIGNAL_MESSAGES]) {
    unsigned char found[HUD_SIGNAL_MESSAGES];
    hud_signal_pipe.has_messages = 0;
    const ssize_t read_count = read(hud_signal_pipe.read_end, found, HUD_SIGNAL_MESSAGES - 64);
    size_t count = read_count > 0 ? (size_t)read_count : 0;
    const uint64_t unsent = atomic_exchange(&hud_signal_pipe.unsent, 0);
    /* Reset after the read, because every earlier signal has been read by now. */
    hud_signal_pipe.held_since = 0;
    for (int place = 0; place < 64; place += 1)
        if (unsent >> place & 1) found[count++] = (unsigned char)(place < 32 ? place : (place - 32) | HUD_SIGNAL_OF_PROCESS);
    size_t kept = 0;
    for (size_t index = 0; index < count; index += 1)
        if (found[index] != HUD_SIGNAL_IS_PASSED) bytes[kept++] = found[index];
    return kept;
}

bool hud_signal_pipe_has_messages(void) { return hud_signal_pipe.has_messages; }

void hud_signal_pipe_set_leader(int commands) {
    if (commands >= 0 && !atomic_exchange(&hud_signal_pipe.has_thread, 1) && hud_start_signal_thread() != 0) hud_signal_pipe.has_thread = 0;
    hud_signal_pipe.leader = commands;
}

bool hud_signal_pipe_set_busy(bool is_busy) {
    hud_signal_pipe.is_busy = is_busy;
    return hud_signal_pipe.has_messages;
}

bool hud_signal_pipe_is_continued(void) { return hud_signal_pipe.is_continued; }

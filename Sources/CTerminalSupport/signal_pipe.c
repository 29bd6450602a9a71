/* Signals as bytes in a pipe. All state is in one table, which the handler reads at any time. */
#include "hud_signals.h"

#include "hud_descriptors.h"
#include "hud_job_session.h"
#include "hud_session.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

enum {
    /* Marks a signal that the handler has already passed on, so that it only wakes the reader. */
    HUD_SIGNAL_IS_PASSED = 0x80,
    /* How long the reader may be blocked until another signal ends the process. */
    HUD_SIGNAL_PATIENCE_MS = 1000
};

static struct {
    int is_open;
    /* Both ends are opened once. */
    int read_end, write_end;
    /* Bytes that did not fit in the pipe: one bit each, with those of processes in the upper half. */
    uint64_t unsent;
    int leader;
    int is_busy;
    int has_messages;
    int is_continued;
    /* When the first signal for the job arrived since the last read, in milliseconds; 0: none. */
    int64_t held_since;
} hud_signal_pipe = {.read_end = -1, .write_end = -1, .leader = HUD_NO_LEADER};

#define HUD_LOAD(field) __atomic_load_n(&hud_signal_pipe.field, __ATOMIC_SEQ_CST)
#define HUD_STORE(field, value) __atomic_store_n(&hud_signal_pipe.field, (value), __ATOMIC_SEQ_CST)

static int hud_signal_pipe_make(void) {
    int ends[2];
    if (hud_signal_pipe.read_end >= 0) return 0;
    if (hud_pipe(ends) != 0) return -1;
    for (int index = 0; index < 2; index += 1) (void)fcntl(ends[index], F_SETFL, O_NONBLOCK);
    HUD_STORE(read_end, ends[0]);
    HUD_STORE(write_end, ends[1]);
    return 0;
}

int hud_signal_pipe_open(void) {
    if (__atomic_exchange_n(&hud_signal_pipe.is_open, 1, __ATOMIC_SEQ_CST)) {
        errno = EBUSY;
        return -1;
    }
    if (hud_signal_pipe_make() != 0) {
        const int error = errno;
        HUD_STORE(is_open, 0);
        errno = error;
        return -1;
    }
    /* What is left of an earlier use. */
    unsigned char bytes[HUD_SIGNAL_MESSAGES];
    while (hud_signal_pipe_read(bytes) > 0) continue;
    return hud_signal_pipe.read_end;
}

void hud_signal_pipe_close(void) {
    HUD_STORE(leader, HUD_NO_LEADER);
    HUD_STORE(is_open, 0);
}

/* Whether an earlier signal that ends a job has not been read in time: then a terminal or a pipe is blocked, and would not even accept our farewell. The
   job's leader restores the terminal's settings. */
static int hud_signal_is_held(int number) {
    /* These ask a job for its progress. */
    if (!hud_signal_is_for_job(number) || number == SIGUSR1 || number == SIGUSR2) return 0;
    const int64_t now = hud_milliseconds();
    int64_t since = 0;
    const int is_first = __atomic_compare_exchange_n(&hud_signal_pipe.held_since, &since, now, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return !is_first && now - since > HUD_SIGNAL_PATIENCE_MS;
}

/* Passes a signal to the job's leader. Returns whether the reader has nothing left to do for it. */
static int hud_signal_pass(int number, int is_from_process) {
    const int commands = HUD_LOAD(leader);
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
    if (number == SIGTSTP || number == SIGCONT) HUD_STORE(is_continued, number == SIGCONT);
    if (number == SIGCONT) hud_sessions_give_back_late();
    /* Stored before `is_busy` is read, while the reader sets `is_busy` before it reads this: one of the two sees the other. */
    HUD_STORE(has_messages, 1);
    if (hud_signal_is_held(number)) hud_die_by_signal(number);
    const int is_passed = HUD_LOAD(is_busy) && hud_signal_pass(number, is_from_process);
    hud_signal_pipe_post((unsigned char)(is_passed ? HUD_SIGNAL_IS_PASSED : number | (is_from_process ? HUD_SIGNAL_OF_PROCESS : 0)));
    errno = before;
}

void hud_signal_pipe_catch(int number) {
    (void)hud_catch(number, hud_signal_pipe_take);
}

void hud_signal_pipe_post(unsigned char byte) {
    const int before = errno;
    if (write(HUD_LOAD(write_end), &byte, 1) != 1) {
        const uint64_t bit = (uint64_t)1 << ((byte & 31) + (byte & HUD_SIGNAL_OF_PROCESS ? 32 : 0));
        (void)__atomic_fetch_or(&hud_signal_pipe.unsent, bit, __ATOMIC_SEQ_CST);
    }
    errno = before;
}

size_t hud_signal_pipe_read(unsigned char bytes[HUD_SIGNAL_MESSAGES]) {
    unsigned char found[HUD_SIGNAL_MESSAGES];
    HUD_STORE(has_messages, 0);
    const ssize_t read_count = read(hud_signal_pipe.read_end, found, HUD_SIGNAL_MESSAGES - 64);
    size_t count = read_count > 0 ? (size_t)read_count : 0;
    const uint64_t unsent = __atomic_exchange_n(&hud_signal_pipe.unsent, 0, __ATOMIC_SEQ_CST);
    /* Reset after the read, because every earlier signal has been read by now. */
    HUD_STORE(held_since, 0);
    for (int place = 0; place < 64; place += 1)
        if (unsent >> place & 1) found[count++] = (unsigned char)(place < 32 ? place : (place - 32) | HUD_SIGNAL_OF_PROCESS);
    size_t kept = 0;
    for (size_t index = 0; index < count; index += 1)
        if (found[index] != HUD_SIGNAL_IS_PASSED) bytes[kept++] = found[index];
    return kept;
}

int hud_signal_pipe_has_messages(void) { return HUD_LOAD(has_messages); }

void hud_signal_pipe_set_leader(int commands) {
    static int has_thread;
    if (commands >= 0 && !__atomic_exchange_n(&has_thread, 1, __ATOMIC_SEQ_CST) && hud_start_signal_thread() != 0)
        __atomic_store_n(&has_thread, 0, __ATOMIC_SEQ_CST);
    HUD_STORE(leader, commands);
}

int hud_signal_pipe_set_busy(int is_busy) {
    HUD_STORE(is_busy, is_busy);
    return HUD_LOAD(has_messages);
}

int hud_signal_pipe_is_continued(void) { return HUD_LOAD(is_continued); }

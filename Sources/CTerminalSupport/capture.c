/* The owner's side of the capture. Nothing here runs in a signal handler. */
#include "capture.h"

#include "hud_descriptors.h"
#include "hud_terminal.h"
#include "hud_signals.h"
#include "session.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Held while the capture begins, ends, is suspended or resumed. */
static pthread_mutex_t hud_capture_changing = PTHREAD_MUTEX_INITIALIZER;

static void hud_capture_unlock(void) {
    (void)pthread_mutex_unlock(&hud_capture_changing);
    /* The reader may have found the lock taken. */
    if (hud_capture.ends_late) hud_capture_ask();
}

/* Not every stream: one from which another thread reads is locked until something is typed. While the terminal takes nothing, the streams keep what they
   have. */
static void hud_capture_flush(void) {
    const int is_captured = hud_capture.state == HUD_CAPTURE_ON;
    if (!hud_wait_for(is_captured ? hud_capture.slave : hud_capture.terminal, 1, HUD_CAPTURE_PATIENCE_MS)) return;
    hud_flush_output();
}

/* Gives the descriptors back, if the capture has them. */
static void hud_capture_leave(enum hud_capture_state next) {
    if (atomic_exchange(&hud_capture.state, next) != HUD_CAPTURE_ON) return;
    hud_capture_redirect(0);
}

static void hud_capture_forget_descriptors(void) {
    while (hud_capture.count > 0) {
        hud_capture.count -= 1;
        (void)close(hud_capture.before[hud_capture.count]);
    }
}

static void hud_capture_end_locked(void) {
    if (hud_capture.state == HUD_CAPTURE_OFF) return;
    hud_capture_flush();
    const int has_passed = hud_capture_await(HUD_CAPTURE_PATIENCE_MS);
    hud_capture.ends_late = !has_passed;
    if (!has_passed) return;
    hud_capture_leave(HUD_CAPTURE_OFF);
    /* Of other threads. */
    (void)hud_capture_await(HUD_CAPTURE_PATIENCE_MS);
    hud_capture_forget_descriptors();
}

void hud_capture_end_late(void) {
    if (!hud_capture.ends_late || pthread_mutex_trylock(&hud_capture_changing) != 0) return;
    /* A signal handler may have the descriptors, until hud_capture_take_again. */
    if (hud_capture.ends_late && hud_capture.state != HUD_CAPTURE_GIVEN && !hud_wait_for(hud_capture.master, 0, 0)) {
        hud_capture.ends_late = 0;
        hud_capture_leave(HUD_CAPTURE_OFF);
        hud_capture_forget_descriptors();
    }
    (void)pthread_mutex_unlock(&hud_capture_changing);
}

/* Ends the capture. A signal handler may have called exit while this thread holds the lock. */
static void hud_capture_exit(void) {
    if (hud_capture.process != getpid()) return;
    if (!hud_capture_lock(&hud_capture_changing, HUD_CAPTURE_PATIENCE_MS)) return hud_capture_give_back();
    hud_capture_end_locked();
    /* A child that goes on writing may have written meanwhile. */
    (void)hud_capture_await(HUD_CAPTURE_PATIENCE_MS);
    hud_capture_unlock();
}

/* Makes the pseudo-terminal and the thread, once. */
static int hud_capture_prepare(int terminal, hud_capture_action pass) {
    hud_capture_set_action(pass);
    if (hud_capture.process != 0) return hud_capture.process == getpid() ? 0 : -1;
    if (hud_capture.master < 0 && hud_open_pseudo_terminal(terminal, &hud_capture.master, &hud_capture.slave) != 0) return -1;
    if (hud_capture_start_reader() != 0) return -1;
    (void)atexit(hud_capture_exit);
    hud_capture.process = getpid();
    return 0;
}

/* What a descriptor was before it was captured; -1 if it is not captured. */
static int hud_capture_before(int fd) {
    for (int index = 0; index < hud_capture.count; index += 1)
        if (hud_capture.fds[index] == fd && hud_device_number(fd) == hud_device_number(hud_capture.slave)) return hud_capture.before[index];
    return -1;
}

/* Duplicates `count` descriptors, those that are captured as they were before. Returns 0, or -1 and none is left open. */
static int hud_capture_duplicate(const int *descriptors, int count, int *duplicates) {
    for (int index = 0; index < count; index += 1) {
        const int before = hud_capture_before(descriptors[index]);
        duplicates[index] = fcntl(before < 0 ? descriptors[index] : before, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        if (duplicates[index] >= 0) continue;
        while (index > 0) (void)close(duplicates[--index]);
        return -1;
    }
    return 0;
}

/* Replaces the descriptors that are captured. Those of a capture that ends late stay captured if they are among the new ones. */
static void hud_capture_set_descriptors(const int *descriptors, int count, const int *duplicates) {
    for (int index = 0; index < hud_capture.count; index += 1) {
        int is_kept = 0;
        for (int other = 0; other < count; other += 1) is_kept = is_kept || descriptors[other] == hud_capture.fds[index];
        if (!is_kept && hud_capture_before(hud_capture.fds[index]) >= 0) (void)dup2(hud_capture.before[index], hud_capture.fds[index]);
    }
    hud_capture_forget_descriptors();
    for (int index = 0; index < count; index += 1) {
        hud_capture.fds[index] = descriptors[index];
        hud_capture.before[index] = duplicates[index];
    }
    hud_capture.count = count;
}

static int hud_capture_begin_locked(int terminal, const int *descriptors, int count, bool chains, hud_capture_action pass) {
    /* The capture before this one may not have ended yet. This one takes its place, unless what is still to be passed on is for another terminal. */
    const int is_late = hud_capture.ends_late && hud_capture.state != HUD_CAPTURE_GIVEN
        && hud_device_number(terminal) == hud_device_number(hud_capture.terminal);
    if ((hud_capture.state != HUD_CAPTURE_OFF && !is_late) || count > HUD_CAPTURED_DESCRIPTORS) return -1;
    /* Before atexit is called here, so that the terminals are restored after the last output. */
    hud_sessions_prepare(chains);
    if (hud_capture_prepare(terminal, pass) != 0) return -1;
    int duplicates[HUD_CAPTURED_DESCRIPTORS];
    const int own = fcntl(terminal, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (own < 0) return -1;
    if (hud_capture_duplicate(descriptors, count, duplicates) != 0) {
        (void)close(own);
        return -1;
    }
    /* This keeps the number, which the reader or a signal handler may be about to use. */
    if (hud_capture.terminal < 0) hud_capture.terminal = own;
    else if (own != hud_capture.terminal) {
        (void)hud_replace(hud_capture.terminal, own);
        (void)close(own);
    }
    hud_capture.columns = hud_capture.rows = 0;
    (void)hud_copy_window_size(terminal, hud_capture.slave);
    (void)hud_window_size(terminal, &hud_capture.rows, &hud_capture.columns);
    struct termios given;
    /* The terminal processes the output. */
    const int is_terminal = isatty(terminal);
    hud_copy_settings(is_terminal ? terminal : hud_capture.slave, hud_capture.slave, 1, &given);
    /* As on the terminal that the program finds from now on. */
    if (!is_terminal) (void)setvbuf(stdout, NULL, _IOLBF, 0);
    hud_capture_flush();
    hud_capture.ends_late = 0;
    /* No handler uses the descriptors meanwhile. */
    hud_capture.state = HUD_CAPTURE_OFF;
    hud_capture_set_descriptors(descriptors, count, duplicates);
    hud_capture.state = HUD_CAPTURE_ON;
    hud_capture_redirect(1);
    return 0;
}

int hud_capture_begin(int terminal, const int *descriptors, int count, bool chains, void (*pass)(const void *bytes, size_t count)) {
    (void)pthread_mutex_lock(&hud_capture_changing);
    const int result = hud_capture_begin_locked(terminal, descriptors, count, chains, pass);
    hud_capture_unlock();
    return result;
}

void hud_capture_end(void) {
    (void)pthread_mutex_lock(&hud_capture_changing);
    hud_capture_end_locked();
    hud_capture_unlock();
}

void hud_capture_drain(void) {
    if (hud_capture.process != getpid()) return;
    hud_capture_flush();
    (void)hud_capture_await(HUD_CAPTURE_PATIENCE_MS);
}

void hud_capture_catch_up(int milliseconds) {
    if (hud_capture.process == getpid()) (void)hud_capture_await(milliseconds);
}

void hud_capture_suspend(void) {
    (void)pthread_mutex_lock(&hud_capture_changing);
    if (hud_capture.state == HUD_CAPTURE_ON) {
        hud_capture_flush();
        (void)hud_capture_await(HUD_CAPTURE_PATIENCE_MS);
        hud_capture_leave(HUD_CAPTURE_SUSPENDED);
        /* Of other threads. */
        (void)hud_capture_await(HUD_CAPTURE_PATIENCE_MS);
    }
    hud_capture_unlock();
}

void hud_capture_resume(void) {
    (void)pthread_mutex_lock(&hud_capture_changing);
    if (hud_capture.state == HUD_CAPTURE_SUSPENDED && !hud_capture.ends_late) {
        hud_capture_flush();
        hud_capture.state = HUD_CAPTURE_ON;
        hud_capture_redirect(1);
    }
    hud_capture_unlock();
}

void hud_capture_resize(int columns, int rows) {
    if (columns == hud_capture.columns && rows == hud_capture.rows) return;
    hud_capture.columns = columns;
    hud_capture.rows = rows;
    (void)hud_copy_window_size(hud_capture.terminal, hud_capture.slave);
    if (tcgetpgrp(hud_capture.terminal) == getpgrp()) (void)kill(0, SIGWINCH);
}

void hud_capture_set_size(int columns, int rows) {
    const struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    (void)ioctl(hud_capture.slave, TIOCSWINSZ, &size);
}

int hud_capture_terminal(int fd) {
    if (hud_capture.process != getpid() || hud_capture.slave < 0) return fd;
    return hud_device_number(fd) == hud_device_number(hud_capture.slave) ? hud_capture.terminal : fd;
}

int hud_capture_output(void) {
    return hud_capture.terminal;
}

/* A frame that was prepared earlier. Linux and macOS. */
#include "session.h"

#include "hud_terminal.h"

#include <pthread.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Whether the terminal is as it was. Cheapest first: each question is a system call, which nothing else answers. A program can replace the handler of SIGWINCH, and
   a terminal that does not control the process sends none; no signal says that a shell has moved the process to the background, or that a program has turned
   echo off for a password. Whether the terminal takes output is told by the write. */
static bool hud_tick_holds(const struct hud_session *session, const struct hud_tick_facts *facts) {
    const int fd = session->descriptor;
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col != facts->columns || size.ws_row != facts->rows) return 0;
    const pid_t group = tcgetpgrp(fd);
    if (group != -1 && group != facts->group) return 0;
    if (facts->keyboard < 0) return 1;
    struct termios settings;
    const struct termios *known = tcgetattr(facts->keyboard, &settings) == 0 ? &settings : NULL;
    if (facts->keyboard == fd && hud_unread_lines(fd, known) != facts->unread_lines) return 0;
    return hud_settings_echo(known) || (facts->allows_relayed && hud_settings_relay(known));
}

/* Whether this thread blocks every signal that ends a process from outside, as a clock's thread does. Then it need not block them for a frame. The
   others are raised by a fault, or by a profiler; their handler waits for the end of the frame in vain, for HUD_PATIENCE_MS. */
static bool hud_thread_blocks_signals(void) {
    static _Thread_local int blocks = -1;
    if (blocks >= 0) return blocks;
    static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGTSTP, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGABRT};
    sigset_t mask;
    blocks = pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0;
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index += 1) blocks = blocks && sigismember(&mask, signals[index]) == 1;
    return blocks;
}

bool hud_session_lock_for_tick(int number, const struct hud_tick_facts *facts) {
    struct hud_session *const session = hud_session_find(number);
    if (session == NULL || !hud_tick_holds(session, facts) || !hud_thread_blocks_signals()) return 0;
    (void)hud_session_take_lock(session, -1);
    if (hud_session_may_write(number, facts->interruptions)) {
        hud_session_arm(number);
        return 1;
    }
    hud_drop_lock(&session->lock);
    return 0;
}

void hud_session_unlock_after_tick(int number) {
    struct hud_session *const session = hud_session_find(number);
    hud_drop_lock(&session->lock);
}

/* One session: operations of both its owner and the signal handler. */
#include "session.h"

#include "hud_terminal.h"
#include "hud_signals.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

/* Returns whether the terminal has taken it, or at least its beginning. */
static bool hud_session_write_farewell(const struct hud_session *session) {
    const int which = session->farewell;
    const size_t count = session->counts[which];
    if (count == 0 || session->descriptor < 0 || hud_write_some(session->descriptor, session->farewells[which], count, HUD_PATIENCE_MS) > 0) return 1;
    /* Hung up: there is nothing to restore. */
    return errno != EAGAIN;
}

/* Whether this process may change the terminal's settings. */
bool hud_session_may_set(const struct hud_session *session) {
    const pid_t group = tcgetpgrp(session->descriptor);
    return session->restores_settings && session->process == getpid() && (group == -1 || group == getpgrp());
}

bool hud_session_is_as_expected(const struct hud_session *session) {
    struct termios now;
    return !session->has_expected || (tcgetattr(session->descriptor, &now) == 0 && hud_is_same_settings(&now, &session->expected));
}

/* SIGTTOU is blocked, because it would stop us if we have just moved to the background. */
void hud_session_set(const struct hud_session *session, const struct termios *settings) {
    sigset_t mask;
    hud_mask_signal(SIG_BLOCK, SIGTTOU, &mask);
    (void)tcsetattr(session->descriptor, TCSANOW, settings);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

bool hud_take_lock(_Atomic int *lock, int64_t deadline) {
    for (int round = 0;; round += 1) {
        if (atomic_exchange_explicit(lock, 1, memory_order_acquire) == 0) return 1;
        if (round < 100) continue;
        if (deadline >= 0 && hud_milliseconds() >= deadline) return 0;
        (void)poll(NULL, 0, 1);
    }
}

void hud_drop_lock(_Atomic int *lock) {
    atomic_store_explicit(lock, 0, memory_order_release);
}

bool hud_session_take_lock(struct hud_session *session, int64_t deadline) {
    /* A thread that writes without a pause would always take its lock again before the handler, which has little time, finds it free. A forked child can
       have the number of its parent for ever. */
    for (int round = 0; deadline < 0 && round < HUD_PATIENCE_MS && hud_sessions.takers > 0; round += 1)
        (void)poll(NULL, 0, 1);
    return hud_take_lock(&session->lock, deadline);
}

void hud_session_restore(struct hud_session *session) {
    if (session->given == 1) return;
    session->given = 2;
    const int is_refused = atomic_exchange(&session->is_armed, 0) && !hud_session_write_farewell(session);
    if (is_refused) session->is_armed = 1;
    else session->given = 1;
    if (!hud_session_may_set(session) || !hud_session_is_as_expected(session)) return;
    session->has_own_settings = tcgetattr(session->descriptor, &session->own) == 0;
    hud_session_set(session, &session->found);
}

void hud_session_reapply(struct hud_session *session) {
    if (!session->has_own_settings || !hud_session_may_set(session)) return;
    session->has_own_settings = 0;
    hud_session_set(session, &session->own);
}

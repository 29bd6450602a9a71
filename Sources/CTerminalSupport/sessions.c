/* All sessions. */
#include "session.h"

#include "capture.h"
#include "hud_descriptors.h"
#include "hud_session.h"
#include "hud_signals.h"
#include "hud_terminal.h"

#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

struct hud_sessions hud_sessions;

static bool hud_session_is_used(const struct hud_session *session) {
    return session->order != 0 && session->process == getpid();
}

/* Of the sessions that a handler must restore, the last one that began before the one with the order `*below`; updates `*below` to its order. NULL
   at the end. */
static struct hud_session *hud_sessions_before(uint64_t *below, int is_for_host) {
    struct hud_session *last = NULL;
    uint64_t order = 0;
    for (struct hud_session *session = hud_sessions.first; session != NULL; session = session->next) {
        const uint64_t its = session->order;
        if (its <= order || its >= *below || session->process != getpid() || (is_for_host && !session->chains)) continue;
        order = its;
        last = session;
    }
    *below = order;
    return last;
}

bool hud_sessions_are_over(void) {
    return hud_sessions.is_over;
}

/* Takes the locks of all sessions that `holder` does not have yet. */
static void hud_sessions_lock(const void *holder, int is_for_host) {
    struct hud_session *session;
    uint64_t below = UINT64_MAX;
    const int64_t deadline = hud_milliseconds() + HUD_PATIENCE_MS;
    hud_sessions.takers += 1;
    while ((session = hud_sessions_before(&below, is_for_host)) != NULL) {
        if (session->holder == holder) continue;
        if (hud_session_take_lock(session, deadline)) session->holder = holder;
    }
    hud_sessions.takers -= 1;
}

void hud_sessions_restore(enum hud_restoration reason) {
    struct hud_session *session;
    uint64_t below = UINT64_MAX;
    const int is_for_host = reason == HUD_FOR_HOST;
    hud_sessions_lock(&below, is_for_host);
    if (reason == HUD_FOR_GOOD) {
        /* Under the locks: output that a session refuses is printed without the session, and must not come before the farewell. */
        hud_sessions.is_over = 1;
        hud_sessions_lock(&below, is_for_host);
    }
    below = UINT64_MAX;
    while ((session = hud_sessions_before(&below, is_for_host)) != NULL) {
        if (session->order == below) hud_session_restore(session);
    }
    for (session = hud_sessions.first; session != NULL; session = session->next) {
        if (session->holder != &below) continue;
        session->holder = NULL;
        hud_drop_lock(&session->lock);
    }
    /* Without the locks, because the reader of the captured output takes them. */
    hud_capture_give_back();
    if (reason == HUD_FOR_GOOD) hud_held_print();
}

void hud_sessions_resume(void) {
    if (atomic_fetch_sub(&hud_sessions.depth, 1) != 1) return;
    hud_capture_take_again();
    for (struct hud_session *session = hud_sessions.first; session != NULL; session = session->next) {
        const int given = session->given;
        if (given == 0 || !hud_session_is_used(session)) continue;
        hud_session_reapply(session);
        if (given == 1) session->interruptions += 1;
        session->given = 0;
    }
}

void hud_sessions_give_back_late(void) {
    sigset_t mask;
    for (struct hud_session *session = hud_sessions.first; session != NULL; session = session->next) {
        /* Cheapest first: a thread asks for each frame in the background. */
        if (!hud_session_is_used(session) || session->late_modes_count == 0 || !session->is_armed) continue;
        if (session->given != 0 || hud_is_foreground(session->descriptor)) continue;
        hud_block_signals(&mask);
        const int is_locked = hud_session_take_lock(session, hud_milliseconds() + HUD_PATIENCE_MS);
        /* With an empty farewell nothing is on the terminal: the HUD has been removed before the stop. */
        if (is_locked && session->counts[session->farewell] > 0 && atomic_exchange(&session->is_armed, 0)) {
            (void)hud_write_some(session->descriptor, session->late, session->late_modes_count, HUD_PATIENCE_MS);
            session->interruptions += 1;
        }
        if (is_locked) hud_drop_lock(&session->lock);
        (void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
    }
}

void hud_sessions_continued(void) {
    hud_sessions_give_back_late();
    for (struct hud_session *session = hud_sessions.first; session != NULL; session = session->next) {
        if (session->given != 0 || !hud_session_is_used(session)) continue;
        hud_session_reapply(session);
        session->interruptions += 1;
    }
}

bool hud_sessions_have_settings_of(int fd) {
    const uint64_t device = hud_device_number(fd);
    for (const struct hud_session *session = hud_sessions.first; session != NULL; session = session->next)
        if (hud_session_is_used(session) && session->restores_settings && hud_device_number(session->descriptor) == device) return 1;
    return 0;
}

bool hud_sessions_owe_farewell(int fd) {
    const uint64_t device = hud_device_number(fd);
    for (const struct hud_session *session = hud_sessions.first; session != NULL; session = session->next) {
        if (session->given != 2 || !hud_session_is_used(session)) continue;
        if (hud_device_number(session->descriptor) == device) return 1;
    }
    return 0;
}

void hud_sessions_exit(void) {
    sigset_t mask;
    hud_block_signals(&mask);
    hud_sessions_restore(HUD_FOR_GOOD);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    hud_capture_hand_over();
}

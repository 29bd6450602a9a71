/* The owner's side of a session. Nothing here runs in a signal handler. */
#include "session.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Held while a session begins, and while actions are held. */
static pthread_mutex_t hud_session_beginning = PTHREAD_MUTEX_INITIALIZER;

struct hud_session *hud_session_find(int number) {
    struct hud_session *session = hud_sessions.first;
    while (session != NULL && session->number != number) session = session->next;
    return session;
}

static bool hud_session_store_farewell(struct hud_session *session, const void *bytes, size_t count) {
    if (count > HUD_FAREWELL_CAPACITY) return 0;
    const int other = 1 - session->farewell;
    if (count > 0) memcpy(session->farewells[other], bytes, count);
    session->counts[other] = count;
    session->farewell = other;
    return 1;
}

/* Finds a session that has ended, or allocates one. Returns NULL if there is no memory. */
static struct hud_session *hud_session_unused(void) {
    struct hud_session *session = hud_sessions.first;
    /* Those of a parent, or of a forked child, lie in memory that both share. */
    while (session != NULL && (session->process != getpid() || session->order != 0)) session = session->next;
    if (session != NULL) return session;
    session = hud_session_new_shared();
    if (session == NULL) session = calloc(1, sizeof *session);
    if (session == NULL) return NULL;
    session->next = hud_sessions.first;
    session->number = hud_sessions.first == NULL ? 0 : hud_sessions.first->number + 1;
    hud_sessions.first = session;
    return session;
}

/* Waits until no stop is in progress, and keeps the signal handler from changing the actions of signals. */
static void hud_sessions_lock_actions(sigset_t *mask) {
    hud_session_block_signals(mask);
    for (;;) {
        (void)hud_take_lock(&hud_sessions.actions, -1);
        if (hud_sessions.stops == 0) return;
        hud_drop_lock(&hud_sessions.actions);
        (void)poll(NULL, 0, 1);
    }
}

static void hud_sessions_unlock_actions(const sigset_t *mask) {
    hud_drop_lock(&hud_sessions.actions);
    (void)pthread_sigmask(SIG_SETMASK, mask, NULL);
}

static void hud_sessions_prepare_locked(bool chains) {
    static int has_begun;
    if (!has_begun && atexit(hud_sessions_exit) == 0) has_begun = 1;
    sigset_t mask;
    hud_sessions_lock_actions(&mask);
    hud_sessions.chains |= chains;
    /* A handler that ends the process has set the default action, or will do so under this lock. */
    if (!hud_sessions_are_over()) hud_sessions_catch_all(chains);
    hud_sessions_unlock_actions(&mask);
}

void hud_action_save(int number, struct hud_replaced_action *saved) {
    sigset_t mask;
    hud_sessions_lock_actions(&mask);
    (void)sigaction(number, NULL, &saved->action);
    saved->host = hud_sessions.signals[number].before;
    saved->kind = hud_sessions.signals[number].kind;
    hud_sessions_unlock_actions(&mask);
}

void hud_action_restore(int number, const struct hud_replaced_action *saved) {
    sigset_t mask;
    hud_sessions_lock_actions(&mask);
    (void)sigaction(number, &saved->action, NULL);
    /* Otherwise a handler in progress may be about to call the one that is there. */
    if (saved->kind == HUD_SIGNAL_OF_HOST) hud_sessions.signals[number].before = saved->host;
    hud_sessions.signals[number].kind = saved->kind;
    /* The first one may have begun, and caught the other handler. */
    if (hud_sessions.last_order > 0 && !hud_sessions_are_over()) hud_sessions_catch_again(number, hud_sessions.chains);
    hud_sessions_unlock_actions(&mask);
}

void hud_sessions_prepare(bool chains) {
    (void)pthread_mutex_lock(&hud_session_beginning);
    hud_sessions_prepare_locked(chains);
    (void)pthread_mutex_unlock(&hud_session_beginning);
}

void hud_sessions_hold_actions(sigset_t *mask) {
    (void)pthread_mutex_lock(&hud_session_beginning);
    hud_sessions_prepare_locked(0);
    hud_sessions_lock_actions(mask);
}

void hud_sessions_release_actions(const sigset_t *mask) {
    hud_sessions_unlock_actions(mask);
    (void)pthread_mutex_unlock(&hud_session_beginning);
}

static int hud_session_begin_locked(int descriptor, const void *farewell, size_t count, bool restores_settings, bool chains) {
    hud_sessions_prepare_locked(chains);
    struct hud_session *const session = hud_session_unused();
    if (session == NULL) return -1;
    session->process = getpid();
    session->descriptor = descriptor;
    session->chains = chains;
    session->interruptions = 0;
    session->has_own_settings = 0;
    session->has_expected = 0;
    hud_session_note_terminal(session);
    session->restores_settings = restores_settings && tcgetattr(descriptor, &session->found) == 0;
    if (!hud_session_store_farewell(session, farewell, count)) (void)hud_session_store_farewell(session, NULL, 0);
    session->given = 1;
    session->is_armed = 0;
    hud_sessions.last_order += 1;
    session->order = hud_sessions.last_order;
    /* While a handler of the program runs, the new session does not own the terminal. One that returns from here on gives it back. */
    if (!chains || hud_sessions.depth == 0) {
        session->is_armed = 1;
        session->given = 0;
    }
    return session->number;
}

int hud_session_begin(int descriptor, const void *farewell, size_t count, bool restores_settings, bool chains) {
    (void)pthread_mutex_lock(&hud_session_beginning);
    const int number = hud_session_begin_locked(descriptor, farewell, count, restores_settings, chains);
    (void)pthread_mutex_unlock(&hud_session_beginning);
    return number;
}

void hud_session_set_late_farewell(int number, const void *bytes, size_t count, size_t modes_count) {
    struct hud_session *const session = hud_session_find(number);
    if (session == NULL || count > HUD_LATE_CAPACITY) return;
    if (count > 0) memcpy(session->late, bytes, count);
    session->late_count = count;
    session->late_modes_count = modes_count;
}

void hud_session_lock(int number, sigset_t *mask) {
    struct hud_session *const session = hud_session_find(number);
    hud_session_block_signals(mask);
    if (session != NULL) (void)hud_session_take_lock(session, -1);
}

void hud_session_unlock(int number, const sigset_t *mask) {
    struct hud_session *const session = hud_session_find(number);
    if (session != NULL) hud_drop_lock(&session->lock);
    (void)pthread_sigmask(SIG_SETMASK, mask, NULL);
}

bool hud_session_set_farewell(int number, const void *bytes, size_t count) {
    struct hud_session *const session = hud_session_find(number);
    return session != NULL && hud_session_store_farewell(session, bytes, count);
}

bool hud_session_may_write(int number, int64_t seen) {
    const struct hud_session *const session = hud_session_find(number);
    return session != NULL && !hud_sessions_are_over()
        && !session->given
        && (seen < 0 || seen == session->interruptions);
}

bool hud_session_is_restored(int number) {
    const struct hud_session *const session = hud_session_find(number);
    return session != NULL && session->given == 1;
}

void hud_session_note_settings(int number) {
    struct hud_session *const session = hud_session_find(number);
    if (session != NULL) session->has_expected = tcgetattr(session->descriptor, &session->expected) == 0;
}

void hud_session_arm(int number) {
    struct hud_session *const session = hud_session_find(number);
    if (session == NULL) return;
    /* A shell can bring us to the foreground without sending a signal. */
    hud_session_reapply(session);
    session->is_armed = 1;
}

int64_t hud_session_interruptions(int number) {
    const struct hud_session *const session = hud_session_find(number);
    return session == NULL ? 0 : session->interruptions;
}

const void *hud_session_take_farewell(int number, size_t *count) {
    struct hud_session *const session = hud_session_find(number);
    *count = 0;
    /* A forked child shares the memory of its parent, whose session goes on. */
    if (session == NULL || session->process != getpid() || hud_sessions_are_over()) return NULL;
    const int which = session->farewell;
    *count = session->counts[which];
    const int is_armed = atomic_exchange(&session->is_armed, 0);
    return is_armed ? session->farewells[which] : NULL;
}

void hud_session_end(int number) {
    struct hud_session *const session = hud_session_find(number);
    if (session == NULL || session->process != getpid() || hud_sessions_are_over()) return;
    if (session->given != 1 && hud_session_may_set(session)
        && hud_session_is_as_expected(session))
        hud_session_set(session, &session->found);
    session->order = 0;
}

/* A frame that was prepared earlier. Linux and macOS. */
#include "session.h"

#include "hud_settings.h"
#include "hud_terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

static int hud_tick_is_visible(const struct hud_session *session, const struct hud_tick_facts *facts) {
    struct winsize size;
    return ioctl(session->descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col == facts->columns && size.ws_row == facts->rows
        && hud_is_foreground(session->descriptor)
        && (facts->keyboard < 0 || hud_is_drawable(facts->keyboard, facts->allows_relayed));
}

int hud_session_lock_for_tick(int number, const struct hud_tick_facts *facts, sigset_t *mask) {
    struct hud_session *const session = hud_session_find(number);
    if (session == NULL || !hud_tick_is_visible(session, facts)) return 0;
    hud_session_block_signals(mask);
    (void)hud_session_take_lock(session, -1);
    if (hud_session_may_write(number, facts->interruptions)) {
        hud_session_arm(number);
        return 1;
    }
    hud_session_unlock(number, mask);
    return 0;
}

#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_terminal.h"

#include "session.h"

#include <sys/mman.h>

struct hud_saved_terminal *hud_saved_terminal_make(void) {
    void *const memory = mmap(NULL, sizeof(struct hud_saved_terminal), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : (struct hud_saved_terminal *)memory;
}

void hud_saved_terminal_free(struct hud_saved_terminal *saved) {
    if (saved != NULL) (void)munmap(saved, sizeof *saved);
}

/* Marks settings as those of a hud-demo, by two keys that have no function in these settings. */
static void hud_mark_settings(struct termios *settings) {
    settings->c_cc[VREPRINT] = 'h';
    settings->c_cc[VDISCARD] = 'u';
}

bool hud_has_marked_settings(int fd) {
    struct termios settings;
    return tcgetattr(fd, &settings) == 0 && !(settings.c_lflag & (tcflag_t)ECHO) && settings.c_cc[VREPRINT] == 'h'
        && settings.c_cc[VDISCARD] == 'u';
}

bool hud_is_relayed_by_neighbor(int fd) {
    return hud_has_marked_settings(fd) && !hud_sessions_have_settings_of(fd);
}

/* Raw settings, based on those that were `found`: every byte is passed on at once and unchanged, because the job's terminal does the
   processing. With `is_shared` other programs write to the terminal directly, so its output processing stays on. */
static struct termios hud_raw_settings(const struct termios *found, bool is_shared) {
    struct termios settings = *found;
    cfmakeraw(&settings);
    settings.c_cflag = found->c_cflag;
    if (is_shared) settings.c_oflag = found->c_oflag;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    hud_mark_settings(&settings);
    return settings;
}

/* Applies settings, and records them and the original ones in `saved`, if there is one, until the terminal is restored. */
static void hud_apply_settings(int fd, const struct termios *before, const struct termios *settings, struct hud_saved_terminal *saved) {
    if (saved != NULL) {
        if (!saved->is_changed) saved->found = *before;
        saved->applied_before = saved->is_changed ? saved->applied : *settings;
        saved->applied = *settings;
        __atomic_store_n(&saved->is_changed, 1, __ATOMIC_SEQ_CST);
    }
    (void)tcsetattr(fd, TCSANOW, settings);
    /* Read back, because a driver need not apply all of it. */
    if (saved != NULL) (void)tcgetattr(fd, &saved->applied);
}

void hud_set_raw(int fd, bool is_shared, struct hud_saved_terminal *saved) {
    struct termios before;
    if (tcgetattr(fd, &before) != 0) return;
    const struct termios settings = hud_raw_settings(&before, is_shared);
    hud_apply_settings(fd, &before, &settings, saved);
}

void hud_set_without_echo(int fd, bool is_shared, const struct termios *found, struct hud_saved_terminal *saved) {
    struct termios settings = *found;
    settings.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
#if defined(__APPLE__)
    /* There the two keys of the mark have functions without ECHO. */
    settings.c_lflag &= ~(tcflag_t)IEXTEN;
#endif
    settings.c_oflag = hud_raw_settings(found, is_shared).c_oflag;
    hud_mark_settings(&settings);
    hud_apply_settings(fd, found, &settings, saved);
}

void hud_saved_terminal_note_restored(struct hud_saved_terminal *saved) {
    if (saved != NULL) __atomic_store_n(&saved->is_changed, 0, __ATOMIC_SEQ_CST);
}

/* Output that is held behind a full screen. It is in a file without a name, which would disappear with the process. */
#include "hud_session.h"

#include "hud_signals.h"
#include "hud_terminal.h"
#include "session.h"

#include <pthread.h>
#include <unistd.h>

enum {
    /* The terminals with a full screen, at a time. */
    HUD_HELD_FILES = 8
};

static struct {
    /* The process whose entry it is. 0: the entry is free; -1: it is being made. */
    _Atomic pid_t process;
    int file, terminal;
    /* Where in the file the bytes begin that have not been written. */
    off_t start;
    /* Locked while bytes are written, so that a handler begins behind them. */
    _Atomic int lock;
} hud_held[HUD_HELD_FILES];

bool hud_held_begin(int file, int terminal) {
    for (int index = 0; index < HUD_HELD_FILES; index += 1) {
        pid_t free_entry = 0;
        if (!atomic_compare_exchange_strong(&hud_held[index].process, &free_entry, -1)) continue;
        hud_held[index].file = file;
        hud_held[index].terminal = terminal;
        hud_held[index].start = 0;
        hud_held[index].process = getpid();
        return 1;
    }
    return 0;
}

/* Whether an entry is this process's for a terminal. */
static bool hud_held_is_for(int index, int terminal) {
    return hud_held[index].process == getpid() && hud_held[index].terminal == terminal;
}

int hud_held_lock(int terminal, sigset_t *mask) {
    hud_session_block_signals(mask);
    for (int index = 0; index < HUD_HELD_FILES; index += 1) {
        if (!hud_held_is_for(index, terminal)) continue;
        (void)hud_take_lock(&hud_held[index].lock, -1);
        if (hud_held_is_for(index, terminal)) return index;
        hud_drop_lock(&hud_held[index].lock);
    }
    (void)pthread_sigmask(SIG_SETMASK, mask, NULL);
    return -1;
}

void hud_held_unlock(int entry, off_t start, const sigset_t *mask) {
    hud_held[entry].start = start;
    hud_drop_lock(&hud_held[entry].lock);
    if (start < 0) hud_held[entry].process = 0;
    (void)pthread_sigmask(SIG_SETMASK, mask, NULL);
}

void hud_held_print(void) {
    unsigned char page[4096];
    for (int index = 0; index < HUD_HELD_FILES; index += 1) {
        pid_t process = getpid();
        /* From here on the owner does not lock it again. */
        if (!atomic_compare_exchange_strong(&hud_held[index].process, &process, -1)) continue;
        if (hud_take_lock(&hud_held[index].lock, hud_milliseconds() + HUD_PATIENCE_MS)) hud_drop_lock(&hud_held[index].lock);
        for (off_t offset = hud_held[index].start; offset >= 0;) {
            const ssize_t count = pread(hud_held[index].file, page, sizeof page, offset);
            if (count <= 0 || !hud_write_within(hud_held[index].terminal, page, (size_t)count, HUD_PATIENCE_MS)) break;
            offset += count;
        }
        hud_held[index].process = 0;
    }
}

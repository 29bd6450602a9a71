/* Output that is held behind a full screen. It is in a file without a name, which would disappear with the process. */
#include "hud_session.h"

#include "hud_terminal.h"
#include "session.h"

#include <unistd.h>

enum {
    /* The terminals with a full screen, at a time. */
    HUD_HELD_FILES = 8
};

static struct {
    /* The process whose entry it is. 0: the entry is free; -1: it is being made. */
    pid_t process;
    int file, terminal;
    /* Where in the file the bytes begin that have not been written. */
    off_t start;
} hud_held[HUD_HELD_FILES];

void hud_held_begin(int file, int terminal) {
    for (int index = 0; index < HUD_HELD_FILES; index += 1) {
        pid_t free_entry = 0;
        if (!__atomic_compare_exchange_n(&hud_held[index].process, &free_entry, -1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) continue;
        hud_held[index].file = file;
        hud_held[index].terminal = terminal;
        __atomic_store_n(&hud_held[index].start, 0, __ATOMIC_SEQ_CST);
        __atomic_store_n(&hud_held[index].process, getpid(), __ATOMIC_SEQ_CST);
        return;
    }
}

/* Frees an entry of this process. Returns whether it was one. */
static int hud_held_free(int index) {
    pid_t process = getpid();
    return __atomic_compare_exchange_n(&hud_held[index].process, &process, 0, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* Whether an entry is this process's for a terminal. */
static int hud_held_is_for(int index, int terminal) {
    return __atomic_load_n(&hud_held[index].process, __ATOMIC_SEQ_CST) == getpid() && hud_held[index].terminal == terminal;
}

int hud_held_advance(int terminal, off_t start) {
    for (int index = 0; index < HUD_HELD_FILES; index += 1) {
        if (!hud_held_is_for(index, terminal)) continue;
        __atomic_store_n(&hud_held[index].start, start, __ATOMIC_SEQ_CST);
        return 1;
    }
    return 0;
}

void hud_held_end(int terminal) {
    for (int index = 0; index < HUD_HELD_FILES; index += 1)
        if (hud_held_is_for(index, terminal)) (void)hud_held_free(index);
}

void hud_held_print(void) {
    unsigned char page[4096];
    for (int index = 0; index < HUD_HELD_FILES; index += 1) {
        if (__atomic_load_n(&hud_held[index].process, __ATOMIC_SEQ_CST) != getpid()) continue;
        const int file = hud_held[index].file, terminal = hud_held[index].terminal;
        off_t offset = __atomic_load_n(&hud_held[index].start, __ATOMIC_SEQ_CST);
        if (!hud_held_free(index)) continue;
        for (;;) {
            const ssize_t count = pread(file, page, sizeof page, offset);
            if (count <= 0 || !hud_write_within(terminal, page, (size_t)count, HUD_PATIENCE_MS)) break;
            offset += count;
        }
    }
}

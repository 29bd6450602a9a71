/* Output that is held behind a full screen. It is in a file without a name, which would disappear with the process. */
#include "hud_held.h"

#include "hud_terminal.h"
#include "session.h"

#include <unistd.h>

enum {
    /* The terminals with a full screen, at a time. */
    HUD_HELD_FILES = 8
};

static struct {
    /* 0: the entry is free. */
    pid_t process;
    int file, terminal;
} hud_held[HUD_HELD_FILES];

void hud_held_begin(int file, int terminal) {
    for (int index = 0; index < HUD_HELD_FILES; index += 1) {
        if (__atomic_load_n(&hud_held[index].process, __ATOMIC_SEQ_CST) != 0) continue;
        hud_held[index].file = file;
        hud_held[index].terminal = terminal;
        __atomic_store_n(&hud_held[index].process, getpid(), __ATOMIC_SEQ_CST);
        return;
    }
}

void hud_held_end(int terminal) {
    for (int index = 0; index < HUD_HELD_FILES; index += 1)
        if (hud_held[index].terminal == terminal) __atomic_store_n(&hud_held[index].process, 0, __ATOMIC_SEQ_CST);
}

void hud_held_print(void) {
    unsigned char page[4096];
    for (int index = 0; index < HUD_HELD_FILES; index += 1) {
        if (__atomic_load_n(&hud_held[index].process, __ATOMIC_SEQ_CST) != getpid()) continue;
        hud_held[index].process = 0;
        off_t offset = 0;
        for (;;) {
            const ssize_t count = pread(hud_held[index].file, page, sizeof page, offset);
            if (count <= 0 || !hud_write_within(hud_held[index].terminal, page, (size_t)count, HUD_PATIENCE_MS)) break;
            offset += count;
        }
    }
}

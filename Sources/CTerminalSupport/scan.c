#include "hud_scan.h"

#include <string.h>

/* SSE2 and NEON compare as many bytes in one instruction. */
typedef signed char hud_bytes __attribute__((vector_size(16)));
typedef unsigned long long hud_words __attribute__((vector_size(16)));

/* Not zero in each byte that is neither printable ASCII nor a line feed or carriage return. Bytes from 0x80 on are negative. */
static hud_bytes hud_others(const unsigned char *bytes) {
    hud_bytes these;
    memcpy(&these, bytes, sizeof these);
    return ((these < 0x20) & (these != '\n') & (these != '\r')) | (these == 0x7F);
}

size_t hud_end_of_plain_lines(const void *bytes, size_t start, size_t count) {
    const unsigned char *const all = bytes;
    size_t end = start;
    while (count - end >= HUD_SCAN_BLOCK) {
        const hud_words others = (hud_words)(hud_others(all + end) | hud_others(all + end + 16));
        if ((others[0] | others[1]) != 0) break;
        end += HUD_SCAN_BLOCK;
    }
    return end;
}

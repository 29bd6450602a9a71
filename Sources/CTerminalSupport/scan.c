#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_scan.h"

#include <string.h>

/* SSE2 and NEON compare as many bytes in one instruction. */
typedef signed char hud_bytes __attribute__((vector_size(16)));
typedef unsigned long long hud_words __attribute__((vector_size(16)));

enum { HUD_SCAN_STEP = sizeof(hud_bytes), HUD_SCAN_BLOCK = 2 * HUD_SCAN_STEP };

static hud_bytes hud_load(const unsigned char *bytes) {
    hud_bytes these;
    memcpy(&these, bytes, sizeof these);
    return these;
}

/* Not zero in each byte that is not printable ASCII. Bytes from 0x80 on are negative. */
static hud_bytes hud_unprintable(hud_bytes these) {
    return (these < 0x20) | (these == 0x7F);
}

/* The same, but line feeds and carriage returns are zero. */
static hud_bytes hud_others(hud_bytes these) {
    return ((these < 0x20) & (these != '\n') & (these != '\r')) | (these == 0x7F);
}

static int hud_is_zero(hud_bytes first, hud_bytes second) {
    const hud_words words = (hud_words)(first | second);
    return (words[0] | words[1]) == 0;
}

size_t hud_end_of_ascii(const void *bytes, size_t start, size_t count) {
    const unsigned char *const all = bytes;
    size_t end = start;
    while (count - end >= HUD_SCAN_BLOCK
        && hud_is_zero(hud_unprintable(hud_load(all + end)), hud_unprintable(hud_load(all + end + HUD_SCAN_STEP))))
        end += HUD_SCAN_BLOCK;
    if (count - end >= HUD_SCAN_STEP && hud_is_zero(hud_unprintable(hud_load(all + end)), (hud_bytes){0})) end += HUD_SCAN_STEP;
    while (end < count && all[end] >= 0x20 && all[end] < 0x7F) end += 1;
    return end;
}

static const unsigned char *hud_last_newline(const unsigned char *bytes, size_t count) {
#if defined(__linux__)
    return memrchr(bytes, '\n', count);
#else
    while (count > 0 && bytes[count - 1] != '\n') count -= 1;
    return count == 0 ? NULL : bytes + count - 1;
#endif
}

size_t hud_plain_lines(const void *bytes, size_t start, size_t count, size_t *end_of_lines) {
    const unsigned char *const all = bytes;
    size_t end = start;
    while (count - end >= HUD_SCAN_BLOCK
        && hud_is_zero(hud_others(hud_load(all + end)), hud_others(hud_load(all + end + HUD_SCAN_STEP))))
        end += HUD_SCAN_BLOCK;
    const unsigned char *const newline = hud_last_newline(all + start, end - start);
    *end_of_lines = newline == NULL ? start : (size_t)(newline - all) + 1;
    return end;
}

#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_text.h"

#include <string.h>

/* SSE2 and NEON compare as many bytes in one instruction. */
typedef signed char hud_bytes __attribute__((vector_size(16)));
typedef unsigned char hud_places __attribute__((vector_size(16)));
typedef unsigned long long hud_words __attribute__((vector_size(16)));

enum { HUD_SCAN_STEP = sizeof(hud_bytes), HUD_SCAN_BLOCK = 2 * HUD_SCAN_STEP };

static hud_bytes hud_load(const unsigned char *bytes) {
    hud_bytes these;
    memcpy(&these, bytes, sizeof these);
    return these;
}

/* How far each byte is beyond a space: 0 to 0x5E for printable ASCII, more for all others. */
static hud_places hud_place(const unsigned char *bytes) {
    return (hud_places)hud_load(bytes) - 0x20;
}

static hud_places hud_larger(hud_places first, hud_places second) {
    const hud_places is_first = (hud_places)(first > second);
    return (first & is_first) | (second & ~is_first);
}

static bool hud_is_printable(hud_places places) {
    const hud_words words = (hud_words)(places > 0x5E);
    return (words[0] | words[1]) == 0;
}

/* Not zero in each byte that is neither printable ASCII nor a line feed or carriage return. Bytes from 0x80 on are negative. */
static hud_bytes hud_others(hud_bytes these) {
    return ((these < 0x20) & (these != '\n') & (these != '\r')) | (these == 0x7F);
}

static bool hud_is_zero(hud_bytes first, hud_bytes second) {
    const hud_words words = (hud_words)(first | second);
    return (words[0] | words[1]) == 0;
}

size_t hud_end_of_ascii(const void *bytes, size_t start, size_t count) {
    const unsigned char *const all = bytes;
    size_t end = start;
    while (count - end >= 4 * HUD_SCAN_STEP) {
        const unsigned char *const these = all + end;
        const hud_places first = hud_larger(hud_place(these), hud_place(these + HUD_SCAN_STEP));
        const hud_places second = hud_larger(hud_place(these + 2 * HUD_SCAN_STEP), hud_place(these + 3 * HUD_SCAN_STEP));
        if (!hud_is_printable(hud_larger(first, second))) break;
        end += 4 * HUD_SCAN_STEP;
    }
    while (count - end >= HUD_SCAN_STEP && hud_is_printable(hud_place(all + end))) end += HUD_SCAN_STEP;
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

bool hud_has_newline(const void *bytes, size_t start, size_t count) {
    return hud_last_newline((const unsigned char *)bytes + start, count - start) != NULL;
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

size_t hud_lines_from_long_one(const void *bytes, size_t count, size_t start, size_t columns, size_t most, bool *is_long) {
    const unsigned char *const all = bytes;
    size_t lines = 0, end = count;
    *is_long = 0;
    while (lines < most && end > 0) {
        end -= 1;
        const unsigned char *const newline = hud_last_newline(all, end);
        const size_t begin = newline == NULL ? 0 : (size_t)(newline - all) + 1;
        const size_t length = end - begin - (end > begin && all[end - 1] == '\r');
        lines += 1;
        *is_long = length > 0 && (begin == 0 ? start : 0) + length > columns;
        if (*is_long) break;
        end = begin;
    }
    return lines;
}

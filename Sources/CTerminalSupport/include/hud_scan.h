/* Scans output. In C, because the Swift compiler makes more than twice as many instructions of it. */
#ifndef HUD_SCAN_H
#define HUD_SCAN_H

#include <stddef.h>

/* The end of the printable ASCII characters that begin at `start`, in `count` bytes. */
size_t hud_end_of_ascii(const void *bytes, size_t start, size_t count);

/* Whether there is a line feed from `start` on, in `count` bytes. Looks from the end, where output usually has one. */
int hud_has_newline(const void *bytes, size_t start, size_t count);

/* The end of the printable ASCII characters and line ends that begin at `start`, in `count` bytes; up to 31 of the last ones are left out. Sets
   `end_of_lines` to where the last whole line among them ends; `start`: there is none. */
size_t hud_plain_lines(const void *bytes, size_t start, size_t count, size_t *end_of_lines);

#endif

/* Scans output. In C, because the Swift compiler makes more than twice as many instructions of it. */
#ifndef HUD_SCAN_H
#define HUD_SCAN_H

#include <stddef.h>

enum { HUD_SCAN_BLOCK = 32 };

/* The end of the printable ASCII characters and line ends that begin at `start`, in `count` bytes. Of the last ones, up to HUD_SCAN_BLOCK - 1 are
   left out. */
size_t hud_end_of_plain_lines(const void *bytes, size_t start, size_t count);

#endif

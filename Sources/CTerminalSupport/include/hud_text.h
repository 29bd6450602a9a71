/* Character sets and character widths. The program's own locale does not change. */
#ifndef HUD_TEXT_H
#define HUD_TEXT_H

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

/* The user's locale for characters (LC_ALL, LC_CTYPE, LANG); 0 if there is none of that name. It is never freed. */
locale_t hud_user_locale(void);

bool hud_user_locale_is_utf8(void);

/* The columns that a character takes: 0, 1 or 2, or -1 if the C library can't tell. If the user's character set is not UTF-8, a locale that
   knows Unicode is asked. */
int hud_wcwidth(uint32_t character);

/* Scans output. In C, because the Swift compiler makes more than twice as many instructions of it. */

/* The end of the printable ASCII characters that begin at `start`, in `count` bytes. */
size_t hud_end_of_ascii(const void *bytes, size_t start, size_t count);

/* Whether there is a line feed from `start` on, in `count` bytes. Looks from the end, where output usually has one. */
bool hud_has_newline(const void *bytes, size_t start, size_t count);

/* The end of the printable ASCII characters and line ends that begin at `start`, in `count` bytes; up to 31 of the last ones are left out. Sets
   `end_of_lines` to where the last whole line among them ends; `start`: there is none. */
size_t hud_plain_lines(const void *bytes, size_t start, size_t count, size_t *end_of_lines);

/* How many of the last lines, at most `most`, come after one of more than `columns` characters, that one included; all if there is none. The first line
   begins at column `start`. The `count` bytes end with a line feed, and a carriage return before one counts for nothing. */
size_t hud_lines_from_long_one(const void *bytes, size_t count, size_t start, size_t columns, size_t most, bool *is_long);

#endif

/* The character set, and how wide a character is. */
#ifndef HUD_TEXT_H
#define HUD_TEXT_H

#include <locale.h>
#include <stdint.h>

#if defined(__APPLE__)
#include <xlocale.h>
#endif

/* The user's character set (LC_ALL, LC_CTYPE, LANG), without touching the program's own locale. */
locale_t hud_locale_open(void);

/* A locale whose character set is UTF-8, whatever the user's is; 0 where there is none. */
locale_t hud_locale_open_utf8(void);

int hud_locale_is_utf8(locale_t locale);

/* Columns that a character takes: 0, 1 or 2; -1 for what can't be printed. */
int hud_wcwidth(locale_t locale, uint32_t character);

#endif

/* Character sets and character widths. */
#ifndef HUD_TEXT_H
#define HUD_TEXT_H

#include <locale.h>
#include <stdint.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

/* The user's locale for characters (LC_ALL, LC_CTYPE, LANG). The program's own locale does not change. */
locale_t hud_locale_open(void);

/* A locale with the UTF-8 character set, whatever the user's is; 0 if there is none. */
locale_t hud_locale_open_utf8(void);

int hud_locale_is_utf8(locale_t locale);

/* The columns that a character takes: 0, 1 or 2, or -1 if it can't be printed. */
int hud_wcwidth(locale_t locale, uint32_t character);

#endif

/* Character sets and character widths. The program's own locale does not change. */
#ifndef HUD_TEXT_H
#define HUD_TEXT_H

#include <locale.h>
#include <stdint.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

/* The user's locale for characters (LC_ALL, LC_CTYPE, LANG); 0 if there is none of that name. It is never freed. */
locale_t hud_user_locale(void);

int hud_user_locale_is_utf8(void);

/* The columns that a character takes: 0, 1 or 2, or -1 if the C library can't tell. If the user's character set is not UTF-8, a locale that
   knows Unicode is asked. */
int hud_wcwidth(uint32_t character);

#endif

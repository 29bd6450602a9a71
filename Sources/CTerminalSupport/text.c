#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_text.h"

#include <langinfo.h>
#include <string.h>
#include <wchar.h>

locale_t hud_locale_open(void) {
    return newlocale(LC_CTYPE_MASK, "", (locale_t)0);
}

locale_t hud_locale_open_utf8(void) {
    const locale_t plain = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    return plain != (locale_t)0 ? plain : newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
}

int hud_locale_is_utf8(locale_t locale) {
    if (locale == (locale_t)0) return 0;
    /* Not nl_langinfo_l: in a static program glibc's version only knows the C locale. */
    const locale_t before = uselocale(locale);
    const int is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    uselocale(before);
    return is_utf8;
}

int hud_wcwidth(locale_t locale, uint32_t character) {
    const locale_t before = uselocale(locale);
    const int width = wcwidth((wchar_t)character);
    uselocale(before);
    return width;
}

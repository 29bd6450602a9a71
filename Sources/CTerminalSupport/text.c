#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_text.h"

#include <langinfo.h>
#include <pthread.h>
#include <string.h>
#include <wchar.h>

static pthread_once_t hud_locales_once = PTHREAD_ONCE_INIT;
static locale_t hud_locale_of_user, hud_locale_of_widths;
static int hud_locale_of_user_is_utf8;

static bool hud_locale_is_utf8(locale_t locale) {
    if (locale == (locale_t)0) return 0;
    /* Not nl_langinfo_l: in a static program, glibc's only knows the C locale. */
    const locale_t before = uselocale(locale);
    const int is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    uselocale(before);
    return is_utf8;
}

static void hud_open_locales(void) {
    hud_locale_of_user = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    hud_locale_of_user_is_utf8 = hud_locale_is_utf8(hud_locale_of_user);
    hud_locale_of_widths = hud_locale_of_user;
    if (hud_locale_of_user_is_utf8) return;
    hud_locale_of_widths = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (hud_locale_of_widths == (locale_t)0) hud_locale_of_widths = newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
}

locale_t hud_user_locale(void) {
    (void)pthread_once(&hud_locales_once, hud_open_locales);
    return hud_locale_of_user;
}

bool hud_user_locale_is_utf8(void) {
    (void)pthread_once(&hud_locales_once, hud_open_locales);
    return hud_locale_of_user_is_utf8;
}

int hud_wcwidth(uint32_t character) {
    (void)pthread_once(&hud_locales_once, hud_open_locales);
    const locale_t before = uselocale(hud_locale_of_widths);
    const int width = wcwidth((wchar_t)character);
    uselocale(before);
    return width;
}

#include "hud_options.h"

#include <stddef.h>

int hud_getopt_long(int count, char *const *words, const char *letters, const struct option *options) {
    return getopt_long(count, words, letters, options, NULL);
}

void hud_getopt_start(void) {
    opterr = 0;
    optind = 1;
#if defined(__APPLE__)
    /* Without it getopt_long goes on inside the word where it stopped. */
    optreset = 1;
#endif
}

int hud_optind(void) { return optind; }

void hud_set_optind(int index) { optind = index; }

int hud_optopt(void) { return optopt; }

const char *hud_optarg(void) { return optarg; }

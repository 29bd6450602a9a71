#include "hud_options.h"

#include <stddef.h>

int hud_getopt_long(int count, char *const *words, const char *letters, const struct option *options) {
    return getopt_long(count, words, letters, options, NULL);
}

void hud_getopt_start(void) {
    opterr = 0;
    optind = 1;
}

int hud_optind(void) { return optind; }

void hud_set_optind(int index) { optind = index; }

int hud_optopt(void) { return optopt; }

const char *hud_optarg(void) { return optarg; }

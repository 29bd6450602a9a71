/* getopt_long(3) and its globals, which Swift takes for shared mutable state. */
#ifndef HUD_OPTIONS_H
#define HUD_OPTIONS_H

#include <getopt.h>

/* getopt_long(3) and its globals, which Swift takes for shared mutable state. */
int hud_getopt_long(int count, char *const *words, const char *letters, const struct option *options);

void hud_getopt_start(void);

int hud_optind(void);

void hud_set_optind(int index);

int hud_optopt(void);

const char *hud_optarg(void);

#endif

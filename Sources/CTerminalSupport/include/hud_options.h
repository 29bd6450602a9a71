/* getopt_long(3) and its global variables, which Swift rejects as shared mutable state. */
#ifndef HUD_OPTIONS_H
#define HUD_OPTIONS_H

#include <getopt.h>

int hud_getopt_long(int count, char *const *words, const char *letters, const struct option *options);

/* Begins with a new list of words. getopt_long prints no messages. */
void hud_getopt_start(void);

int hud_optind(void);
void hud_set_optind(int index);
int hud_optopt(void);
const char *hud_optarg(void);

#endif

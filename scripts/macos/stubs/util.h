/* What the tests use of <util.h>, which the wheel does not have. */
#ifndef UTIL_H
#define UTIL_H

struct termios;
struct winsize;

int openpty(int *master, int *slave, char *name, struct termios *settings, struct winsize *size);

#endif

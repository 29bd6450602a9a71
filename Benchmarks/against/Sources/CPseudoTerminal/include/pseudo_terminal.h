#pragma once

/* Opens a pseudo-terminal of 80x40 whose master does not block; 0, or -1. */
int pseudo_terminal_open(int *master, int *terminal);

/* One process at a time has the claim on a terminal. The others connect to it, so that it knows of them. */
#ifndef HUD_CLAIM_H
#define HUD_CLAIM_H

#include <stdint.h>

/* Claims the terminal with this device number for this user. Returns a nonblocking, close-on-exec socket on which others connect, or -1 and
   errno: EADDRINUSE if another process has the claim. The claim ends with the process, or when the socket is closed.
   Only Linux has names for sockets that need no file; elsewhere it fails with ENOTSUP. */
int hud_claim_terminal(uint64_t device);

/* Connects to the process that has the claim. Returns a close-on-exec socket, or -1 and errno. */
int hud_join_terminal(uint64_t device);

/* Accepts a connection. Returns a close-on-exec socket, or -1 if there is none. */
int hud_accept_neighbor(int claim);

#endif

/* One process at a time has the claim on a terminal. The others connect to it, so that it knows of them. */
#ifndef HUD_CLAIM_H
#define HUD_CLAIM_H

#include <stdint.h>

/* A terminal: its device number and, for a pseudo-terminal, the device number of its file system, which each container has for itself. */
struct hud_claim_name {
    uint64_t device, file_system;
};

/* The terminal that `fd` refers to. */
struct hud_claim_name hud_claim_name(int fd);

/* Claims a terminal for this user. Returns a nonblocking, close-on-exec socket on which others connect, or -1 and
   errno: EADDRINUSE if another process has the claim. The claim ends with the process, or when the socket is closed.
   Only Linux has names for sockets that need no file; elsewhere it fails with ENOTSUP. */
int hud_claim_terminal(struct hud_claim_name name);

/* Connects to the process that has the claim. Returns a close-on-exec socket, or -1 and errno: EPERM if that is another user's process. */
int hud_join_terminal(struct hud_claim_name name);

/* Accepts a connection of this user. Returns a close-on-exec socket, or -1 if there is none. */
int hud_accept_neighbor(int claim);

#endif

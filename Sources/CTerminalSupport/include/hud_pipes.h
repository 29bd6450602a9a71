/* Pipes: SIGPIPE, and bytes that the reader has not read yet. */
#ifndef HUD_PIPES_H
#define HUD_PIPES_H

#include <signal.h>

/* Blocks SIGPIPE in this thread: a write to a pipe without a reader fails with EPIPE and raises no signal. `before` receives the signal
   mask. Returns whether a SIGPIPE was pending already. */
int hud_block_sigpipe(sigset_t *before);

/* Discards the SIGPIPE that arrived since hud_block_sigpipe, and no other; then restores the signal mask. */
void hud_unblock_sigpipe(const sigset_t *before, int was_pending);

/* Whether a descriptor is a pipe or a socket. */
int hud_is_pipe(int fd);

/* Opens a descriptor that refers to the pipe on `fd` but does not count as a writer: the reader still sees the end of file when all other
   writers have closed it. Returns -1 where the system has no such descriptor (Linux: O_PATH). */
int hud_open_pipe_path(int fd);

/* The number of unread bytes in pipes on standard output and standard error. 0 if there is no reader, and where only the reader can ask
   (macOS). */
int hud_unread_bytes(void);

#endif

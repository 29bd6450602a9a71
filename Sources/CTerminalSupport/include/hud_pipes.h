/* Pipes: SIGPIPE, and bytes that the reader has not read yet. */
#ifndef HUD_PIPES_H
#define HUD_PIPES_H

#include <signal.h>

/* Makes writes to `fd` raise no SIGPIPE: a write to a pipe without a reader fails with EPIPE. `before` receives the signal mask. Returns what
   hud_unblock_sigpipe needs to know.

   Linux sends SIGPIPE to the thread that writes, so it is blocked there. macOS sends it to the process, so the descriptor is told. */
int hud_block_sigpipe(int fd, sigset_t *before);

/* Makes writes raise SIGPIPE again. One that arrived since hud_block_sigpipe is discarded, and no other. */
void hud_unblock_sigpipe(int fd, const sigset_t *before, int state);

/* Whether a descriptor is a pipe or a socket. */
int hud_is_pipe(int fd);

/* Opens a descriptor that refers to the pipe on `fd` but does not count as a writer: the reader still sees the end of file when all other
   writers have closed it. Returns -1 where the system has no such descriptor (Linux: O_PATH). */
int hud_open_pipe_path(int fd);

/* Opens the pipe on `fd`, which may be a descriptor of hud_open_pipe_path, for writing: until the result is closed, the reader does not see the end
   of file. Returns -1 for anything else, named pipes included, whose writers hud_pipe_has_writers can't see. */
int hud_hold_pipe(int fd);

/* Whether a process can write to the pipe on `fd`, a descriptor of hud_open_pipe_path. */
int hud_pipe_has_writers(int fd);

/* The number of unread bytes in pipes on standard output and standard error. 0 if there is no reader, and where only the reader can ask
   (macOS). */
int hud_unread_bytes(void);

#endif

/* Pipes: readers that are gone, readers that are behind. */
#ifndef HUD_PIPES_H
#define HUD_PIPES_H

#include <signal.h>

/* Holds SIGPIPE back from this thread, so that what writes to a pipe nobody reads is told EPIPE and not killed. Whether one was
   pending already. */
int hud_hold_sigpipe(sigset_t *before);

/* Takes back the SIGPIPE that has come since hud_hold_sigpipe, and no other; then signals are as they were. */
void hud_release_sigpipe(const sigset_t *before, int was_pending);

int hud_is_pipe(int fd);

/* A descriptor that names the pipe on `fd`, and is no writer of it: its reader finds the end when others have closed it. -1 where there is no
   such thing. */
int hud_name_pipe(int fd);

/* How many bytes lie in pipes on our standard output and error that their readers have still to take. 0 where the kernel says so to none but
   the reader (macOS), and where there is no reader. */
int hud_unread_bytes(void);

#endif

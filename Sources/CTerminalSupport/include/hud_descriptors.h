/* File descriptors: their numbers, what a child process inherits, and temporary files. */
#ifndef HUD_DESCRIPTORS_H
#define HUD_DESCRIPTORS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    /* Only descriptors below this one are examined for what a job inherits. Shells and scripts keep theirs here. */
    HUD_INHERITED = 64
};

/* errno, which is a macro. */
int hud_errno(void);

/* Fills closed standard descriptors with /dev/null, close-on-exec, so that no descriptor opened later gets the number of one. They can't be
   read or written in their usual direction, and a job finds them closed. */
void hud_reserve_standard_descriptors(void);

/* Moves a descriptor above the standard ones and sets close-on-exec. Closes `fd` and returns the new descriptor, or -1. */
int hud_move_up(int fd);

/* Held while a process is forked, and while a descriptor is open that is not close-on-exec yet, which is only so on macOS. Elsewhere descriptors are
   close-on-exec from the start, and there is no lock. All signals are blocked meanwhile, because a handler may fork; `before` is the signal mask to restore,
   or NULL if they stay blocked. Async-signal-safe. */
void hud_lock_descriptors(sigset_t *before);
void hud_unlock_descriptors(const sigset_t *before);

/* Makes a pipe of descriptors above the standard ones, close-on-exec. Returns 0, or -1 and errno. */
int hud_pipe(int ends[2]);

/* Makes `fd` refer to what `other` does, in one step and close-on-exec. Returns 0, or -1 and errno. */
int hud_replace(int fd, int other);

/* Whether `count` more descriptors can be opened, if those above `fd` are free, which was the lowest free one when it was opened. */
bool hud_has_room_above(int fd, int count);

/* Closes all descriptors from `first` on. */
void hud_close_from(int first);

/* The descriptors below HUD_INHERITED that a job inherits, one bit for each: they are open, and not close-on-exec. */
uint64_t hud_inherited(void);

/* Closes descriptors that the job has inherited and this process does not use. A pipe held open here would appear to have a reader or a
   writer. Terminals and standard error stay open. */
void hud_close_inherited(void);

/* Opens a temporary file without a name, close-on-exec, in TMPDIR or else in the system's folder. Returns -1 if that fails. */
int hud_temporary_file(void);

/* Gives the space of a part of a file back to the file system. What is read there is zeros from then on; the size of the file stays. Returns 0, or -1
   if the file system can't do that. On macOS the part must consist of whole blocks. */
int hud_free_space(int file, off_t start, off_t count);

/* The device number behind a descriptor; 0 if there is none. On Linux that of /dev/tty is the number of the controlling terminal itself. */
uint64_t hud_device_number(int fd);

/* Writes that raise signals, and bytes in pipes that the reader has not read yet. */

/* Makes writes to `fd` raise no signal: to a pipe without a reader they fail with EPIPE (SIGPIPE), and to a file at the limit of its size with EFBIG
   (SIGXFSZ). `before` receives the signal mask. Returns what hud_unblock_write_signals needs to know.

   Linux sends SIGPIPE to the thread that writes, so it is blocked there. macOS sends it to the process, so the descriptor is told. */
int hud_block_write_signals(int fd, sigset_t *before);

/* Makes writes raise signals again. One that arrived since hud_block_write_signals is discarded, and no other. errno stays. */
void hud_unblock_write_signals(int fd, const sigset_t *before, int state);

/* Whether a descriptor is a pipe or a socket. */
bool hud_is_pipe(int fd);

/* Opens what `fd` refers to once more, close-on-exec and with flags of its own. Returns -1 without /proc (macOS). */
int hud_open_again(int fd, int flags);

/* Opens the pipe on `fd` once more, without waiting, if the system can; other processes share the flags of `fd` itself. Else, and of a socket, it is a
   duplicate of `fd`. Not a standard descriptor. Returns -1 and errno if there are no descriptors left. */
int hud_open_nonblocking(int fd);

/* Writes to a pipe or a socket without waiting. Returns the number of bytes that were written, 0 if it is full, or -1 and errno if it can't be written to
   anymore. A count up to that of hud_most_at_once is written whole or not at all. Raises no SIGPIPE. */
ptrdiff_t hud_write_now(int fd, const void *bytes, size_t count);

/* The most bytes that hud_write_now writes whole. */
ptrdiff_t hud_most_at_once(int fd);

/* Opens a descriptor that refers to the pipe on `fd` but does not count as a writer: the reader still sees the end of file when all other
   writers have closed it. Returns -1 where the system has no such descriptor (Linux: O_PATH). */
int hud_open_pipe_path(int fd);

/* Opens the pipe on `fd`, which may be a descriptor of hud_open_pipe_path, for writing: until the result is closed, the reader does not see the end
   of file. Returns -1 for anything else, named pipes included, whose writers hud_pipe_has_writers can't see. */
int hud_hold_pipe(int fd);

/* Whether a process can write to the pipe on `fd`, a descriptor of hud_open_pipe_path. */
bool hud_pipe_has_writers(int fd);

/* The number of unread bytes in pipes on standard output and standard error. 0 if there is no reader, and where only the reader can ask
   (macOS). */
int hud_unread_bytes(void);

#endif

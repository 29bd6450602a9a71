/* File descriptors: their numbers, what a child process inherits, and temporary files. */
#ifndef HUD_DESCRIPTORS_H
#define HUD_DESCRIPTORS_H

#include <signal.h>
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

/* Closes all descriptors from `first` on. */
void hud_close_from(int first);

/* The descriptors that a child process inherits and that are the controlling terminal, as a bit mask. */
uint64_t hud_inherited_terminals(void);

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

#endif

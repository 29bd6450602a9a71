/* The descriptor on which this process reports its progress to the program that has started it. */
#ifndef HUD_PARENT_H
#define HUD_PARENT_H

#include <stddef.h>

/* What the parent reads. */
enum hud_parent_protocol {
    HUD_PARENT_NONE,
    /* Progress lines: HUD_PROGRESS_FD. */
    HUD_PARENT_LINES
};

/* The names of the variables. HUD_PROGRESS_PIPES lists the pipes that were offered, as device and inode, so that a descriptor which has been
   closed and opened for something else on the way to this process is not taken for one of them. */
#define HUD_PROGRESS_FD_VARIABLE "HUD_PROGRESS_FD"
#define HUD_PROGRESS_PIPES_VARIABLE "HUD_PROGRESS_PIPES"

/* Takes the pipe that the parent offers, and sets `protocol`. From then on the variables are unset and the descriptor is close-on-exec, so that
   no child of this process writes to the same pipe. Returns the descriptor to write to, or -1, and changes nothing then. */
int hud_parent_take(enum hud_parent_protocol *protocol);

/* Writes without waiting. Returns the number of bytes that were written, 0 if the pipe is full, or -1 if it can't be written to anymore. A count up
   to 512 bytes is written whole or not at all. Raises no SIGPIPE. */
ptrdiff_t hud_parent_write(int fd, const void *bytes, size_t count);

/* Writes the entry for the pipe on `fd` to `text`, such as "14:123456". */
void hud_parent_describe(int fd, char text[48]);

#endif

/* The descriptor on which this process reports its progress to the program that has started it. */
#ifndef HUD_PARENT_H
#define HUD_PARENT_H

#include <stddef.h>

/* What the parent reads. */
enum hud_parent_protocol {
    HUD_PARENT_NONE,
    /* Progress lines: HUD_PROGRESS_FD. */
    HUD_PARENT_LINES,
    /* zig's protocol, ZIG_PROGRESS, with names of 40 or of 120 bytes. */
    HUD_PARENT_ZIG_40,
    HUD_PARENT_ZIG_120
};

enum {
    /* The size that zig gives its pipes since its names have 120 bytes: two messages. */
    HUD_ZIG_PIPE_SIZE = 32768
};

/* The names of the variables. HUD_PROGRESS_PIPES lists the pipes that were offered, as device and inode, so that a descriptor which has been
   closed and opened for something else on the way to this process is not taken for one of them. */
#define HUD_PROGRESS_FD_VARIABLE "HUD_PROGRESS_FD"
#define HUD_PROGRESS_PIPES_VARIABLE "HUD_PROGRESS_PIPES"
#define HUD_ZIG_PROGRESS_VARIABLE "ZIG_PROGRESS"

/* Opens the pipe for zig's protocol that the nearest parent has offered beside its pipe for lines, for a tree beside them. Must be called before
   hud_parent_take. Returns a descriptor that does not block, or -1. */
int hud_parent_take_tree(void);

/* Takes the pipe that the parent offers, and sets `protocol`. From then on the descriptors are close-on-exec, and hud_copy_environment leaves the
   variables out, so that no child of this process writes to the same pipe. The environment itself is left alone. Returns the descriptor to write to, or -1, and changes nothing then.

   zig sets ZIG_PROGRESS and leaves HUD_PROGRESS_FD as it is. So a pipe for zig's protocol that is not among HUD_PROGRESS_PIPES is that of a nearer
   parent. One that is among them comes with the pipe for lines, which say more. */
int hud_parent_take(enum hud_parent_protocol *protocol);

/* The environment for a child of this process: strings such as "HOME=/root", ended by NULL, without the variables of a pipe that was taken. The strings
   belong to the environment. The caller frees the vector. NULL: there is no memory. */
char **hud_copy_environment(void);

/* Makes a pipe for zig's protocol: neither end blocks, and both are close-on-exec. The end for writing has a high number, so that a program which
   closes its children's descriptors and leaves ZIG_PROGRESS set does not make them write to files that they open. Returns 0, or -1 and errno. */
int hud_zig_pipe(int ends[2]);

/* Writes the entry for the pipe on `fd` to `text`, such as "14:123456". */
void hud_parent_describe(int fd, char text[48]);

#endif

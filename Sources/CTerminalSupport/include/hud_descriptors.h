/* Descriptors: where they lie, who inherits them, and what they are. */
#ifndef HUD_DESCRIPTORS_H
#define HUD_DESCRIPTORS_H

#include <stdint.h>

enum {
    /* Descriptors below are looked at when the job is to inherit them. Shells and scripts have theirs here. */
    HUD_INHERITED = 64
};

/* errno is a macro. */
int hud_errno(void);

/* Holds the places of standard descriptors that are closed: what we open is not to be taken for one of them, and written to. They stay as
   good as closed, for us and, closed on exec, for a job. */
void hud_hold_standard_descriptors(void);

/* A descriptor moved out of the way of 0, 1 and 2, which may be closed, and closed on exec. */
int hud_move_up(int fd);

int hud_pipe(int ends[2]);

/* Closes what was inherited: a pipe that the leader held open would seem to have a writer. */
void hud_close_from(int first);

/* Which descriptors are passed on to what we start, and are the terminal that we were started from: a bit each. */
uint64_t hud_inherited_terminals(void);

/* Lets go of what a job has inherited and we have no use for: a pipe that we held open would seem to have a reader or a writer. */
void hud_let_go_of_inherited(void);

/* A file without a name, for bytes that wait, where TMPDIR says or else where the system has such; -1 where there is none to be had. */
int hud_temporary_file(void);

/* The number of the device on a descriptor; two descriptors of one terminal have the same. */
uint64_t hud_device_number(int fd);

#endif

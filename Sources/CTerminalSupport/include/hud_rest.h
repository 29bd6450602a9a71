/* Other processes, which are not our children, that read what comes after the end of a job. */
#ifndef HUD_REST_H
#define HUD_REST_H

#include <stddef.h>

/* Lets another process pass on what comes from `source` to up to two targets (-1: nowhere) until the end. Returns 0, or -1 if there is no such
   process. */
int hud_hand_over(int source, const int *targets, int count);

/* The same with two targets. `kept` stays open meanwhile. */
int hud_hand_over_keeping(int source, const int targets[2], int kept);

/* One of several outputs. */
struct hud_merged {
    int source;
    /* Gets a copy of the bytes; -1: nothing does. */
    int copy;
    /* What precedes each line. */
    const unsigned char *name;
    size_t length;
    /* A line that has begun, of up to 65535 bytes. They are not copied. */
    const unsigned char *begun;
    size_t begun_length;
};

/* Lets another process pass on the lines of several outputs to `target` (-1: nowhere) until all have ended. A line that is not finished at the end, or that is
   longer than 64 KB, is ended. Returns 0, or -1 if there is no such process. */
int hud_merge(const struct hud_merged *outputs, int count, int target);

#endif

/* What a frame has to know about its terminal. */
#ifndef HUD_FACTS_H
#define HUD_FACTS_H

/* The facts, from as few system calls as possible: the kernel announces none of them in a way that a library could rely on. A program can replace
   the handler of SIGWINCH, and no signal says that a program turns echo off or takes the foreground. */
struct hud_facts {
    /* The window's size; 0 if it is not known. */
    int columns, rows;
    /* The process group of this process, and whether that is in the foreground (hud_is_foreground). */
    int group, is_foreground;
    /* Of the terminal from which keys are read: hud_is_echoing and hud_is_relayed. */
    int is_echoing, is_relayed;
    /* Of the terminal itself: hud_newline_returns. */
    int newline_returns;
};

/* Looks at a terminal, and at the terminal `keyboard` from which keys are read, which may be the same. */
void hud_look(int fd, int keyboard, struct hud_facts *facts);

/* Reads the window's size again, and nothing else. */
void hud_look_at_window(int fd, struct hud_facts *facts);

#endif

/* Captures what this process and its children write to their terminal: descriptors that are the terminal become a pseudo-terminal, and a thread
   passes on what is written there. A process has one capture. */
#ifndef HUD_CAPTURE_H
#define HUD_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>

/* The most descriptors that are captured. */
enum { HUD_CAPTURED_DESCRIPTORS = 2 };

/* Captures `descriptors`, which are the terminal `terminal`, or for a terminal in memory the file or pipe that they are. A thread calls `pass` with what is
   written there, whole and in order. Before a signal ends or stops the process, or reaches a handler of the program, everything is passed on and the
   descriptors are as they were; `chains` as in hud_session_begin. Returns 0; or -1, and nothing has changed, if the system has no pseudo-terminal, descriptor
   or thread left, or if the capture of another terminal has not ended.

   The pseudo-terminal and the thread stay for the rest of the process, because a child can go on writing. */
int hud_capture_begin(int terminal, const int *descriptors, int count, bool chains, void (*pass)(const void *bytes, size_t count));

/* For `pass`, before it writes what it was called with, or the rest of it: takes the bytes, which a signal handler may otherwise write. Returns how many are
   left, the last ones; fewer than there were if a handler has written. -1: a handler writes them now. */
ptrdiff_t hud_capture_take_page(void);

/* For `pass`, when it has written: leaves the rest, which the terminal has not accepted, to a signal handler, or to the process that is left behind at exit.
   `is_in_farewell`: whether the farewell of a session on the terminal begins with it. Returns how many bytes are left: not all, if there are too many. */
ptrdiff_t hud_capture_leave_page(const void *rest, size_t count, bool is_in_farewell);

/* Ends the capture. Everything that was written before has been passed on when it returns, unless the terminal takes nothing for a second: then the capture
   ends when it takes more, and what is left at exit is passed on by another process. Descriptors that the program has redirected since then stay as they
   are. */
void hud_capture_end(void);

/* Flushes the output streams, and waits until everything that was written so far has been passed on, or the terminal takes nothing for a second. */
void hud_capture_drain(void);

/* Waits until everything that was written so far has been passed on, but not long. */
void hud_capture_catch_up(int milliseconds);

/* Gives the descriptors back until hud_capture_resume, as hud_capture_end does. */
void hud_capture_suspend(void);
void hud_capture_resume(void);

/* Gives the pseudo-terminal the terminal's size, if `columns` and `rows` are not those it has, and then sends SIGWINCH to this process group: the
   signal of the terminal itself came before. */
void hud_capture_resize(int columns, int rows);

/* Gives the pseudo-terminal the size of a terminal in memory. */
void hud_capture_set_size(int columns, int rows);

/* Returns the real terminal for a descriptor that is captured, and other descriptors as they are. */
int hud_capture_terminal(int fd);

/* The terminal of the capture that began last. */
int hud_capture_output(void);

#endif

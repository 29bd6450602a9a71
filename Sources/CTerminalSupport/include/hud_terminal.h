/* A terminal's state: window size, foreground process group, waiting input. */
#ifndef HUD_TERMINAL_H
#define HUD_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

/* Reads the window size; a size of 0 means unknown. Returns 0 or -1. */
int hud_window_size(int fd, int *height, int *width);

/* Gives the terminal `fd` the window size of the terminal `model`. Returns 0 or -1. */
int hud_copy_window_size(int model, int fd);

/* Waits until a descriptor can be written, or else read; a negative time means no limit. Returns whether it can, or has hung up, and true if the
   system can't say. */
bool hud_wait_for(int fd, int writes, int milliseconds);

/* The same by select(2): on macOS poll(2) rejects /dev/tty. */
bool hud_wait_by_select(int fd, int writes, int milliseconds);

/* Writes bytes, as long as the descriptor accepts some within each `milliseconds`. Async-signal-safe. Returns how many it has accepted;
   if not all, errno is why: EAGAIN if it was too slow. */
size_t hud_write_some(int fd, const void *bytes, size_t count, int milliseconds);

/* The same. Returns whether all bytes are written. */
bool hud_write_within(int fd, const void *bytes, size_t count, int milliseconds);

/* read(2), for the master of a pseudo-terminal as well: Linux can report the end, or that there is nothing, while bytes are still on their way to it, and
   poll(2) fetches them. */
ssize_t hud_read(int fd, void *bytes, size_t count);

/* Whether input waits to be read. */
bool hud_has_input(int fd);

/* Whether this process may draw: it is in the terminal's foreground process group, or the terminal is not its controlling one. */
bool hud_is_foreground(int fd);

/* Whether a descriptor is the controlling terminal: its keys raise signals here, and a shell moves us to its foreground and background. */
bool hud_is_controlling_terminal(int fd);

/* The descriptors that a child process inherits and that are the controlling terminal, as a bit mask. */
uint64_t hud_inherited_terminals(void);

/* Writes the path of the terminal with a device number (hud_device_number), without a search. The caller checks that the file there is that terminal.
   Returns 0 or -1. */
int hud_terminal_path(uint64_t device, char *path, size_t size);

/* Whether the terminal's other end is closed. */
bool hud_is_hung_up(int fd);

/* Opens the controlling terminal once more, to read and write. The new open file description has its own O_NONBLOCK. Returns the
   descriptor, or -1 and errno. */
int hud_reopen_terminal(int fd);

/* Puts a byte into the terminal's input as if it were typed. Linux can be built or told (dev.tty.legacy_tiocsti) to refuse that. */
int hud_push_back(int fd, unsigned char byte);

/* Terminal settings (termios). */

/* Whether typed keys are echoed; a password prompt turns that off. True if the settings can't be read. */
bool hud_is_echoing(int fd);

/* Whether keys are read without echo, and not to be passed on: a question for a password, a pager, an editor. */
bool hud_is_waiting_unseen(int fd);

/* Whether a process or a descendant waits in read(2) for input from a terminal. Linux says so to those that may trace the process; elsewhere the answer is no,
   as for a program that waits in poll(2) or select(2). */
bool hud_reads_terminal(pid_t process, int terminal);

/* Of settings that were read; NULL if they could not be. Whether keys are echoed; whether a program passes all keys on to another terminal, with everything
   off as in cfmakeraw(3): apt while it installs, ssh, script; and whether the driver adds a carriage return to each line feed. */
bool hud_settings_echo(const struct termios *settings);
bool hud_settings_relay(const struct termios *settings);
bool hud_settings_return(const struct termios *settings);

/* The number of bytes in lines that were typed with echo and that no program has read yet. More of them than before: the cursor has moved down. On Linux
   the echo of a line that counts here precedes whatever is written next (n_tty.c: a newline is marked for echo first, and a write begins with the echoes). */
int hud_unread_lines(int fd, const struct termios *settings);

/* This process itself reads lines that are typed, and has read so many bytes of them just now; 0 before the first one. They count as hud_unread_lines then. */
void hud_note_typed_lines(int count);

/* Turns echo off. With `reads_keys`, each key can be read at once. Keys still raise signals. */
void hud_disable_echo(int fd, bool reads_keys);

/* Lets output pass as it is written, without a carriage return before a line feed, because another terminal processes it. */
void hud_disable_output_processing(int fd);

/* Whether two settings are the same in everything that programs set. */
bool hud_is_same_settings(const struct termios *one, const struct termios *other);

/* The end-of-file key, usually ^D. */
unsigned char hud_end_key(int fd);

/* Makes typed and unread bytes readable, whether or not they make a line. */
void hud_set_readable(int fd);

/* What a key does: returns the signal that it raises, -1 if it quotes the next key, and 0 otherwise. */
int hud_signal_of_key(const struct termios *settings, unsigned char key);

/* What a frame has to know about its terminal. */

/* The facts, from as few system calls as possible: the kernel announces none of them in a way that a library could rely on. A program can replace
   the handler of SIGWINCH, and no signal says that a program turns echo off or takes the foreground. */
struct hud_facts {
    /* The window's size; 0 if it is not known. */
    int columns, rows;
    /* The process group of this process, and whether that is in the foreground (hud_is_foreground). */
    int group;
    bool is_foreground;
    /* Of the terminal from which keys are read: hud_settings_echo and hud_settings_relay. */
    bool is_echoing, is_relayed;
    /* Of the terminal itself: hud_settings_return. */
    bool newline_returns;
    /* Of the terminal itself, if keys are read from it: hud_unread_lines. Otherwise 0. */
    int unread_lines;
};

/* Looks at a terminal, and at the terminal `keyboard` from which keys are read, which may be the same. */
void hud_look(int fd, int keyboard, struct hud_facts *facts);

/* Reads the window's size again, and nothing else. */
void hud_look_at_window(int fd, struct hud_facts *facts);

/* hud-demo's own terminal: raw while the job's terminal does the work, and restored afterwards, by the leader if need be. */

/* What is needed to restore the terminal. It lies in memory shared with the leader, which restores the terminal if hud-demo is killed by
   SIGKILL. */
struct hud_saved_terminal {
    /* Whether the settings are changed and have to be restored. */
    int is_changed;
    /* The settings as found, as applied last, and as applied before that. */
    struct termios found, applied, applied_before;
};

/* Call it before the leader is forked. Returns NULL if there is no shared memory. */
struct hud_saved_terminal *hud_saved_terminal_make(void);

/* Frees it; NULL does nothing. A leader keeps the memory as long as it runs. */
void hud_saved_terminal_free(struct hud_saved_terminal *saved);

/* Sets a terminal to raw mode: every byte is read at once and unchanged. If `is_shared`, other processes write to the terminal, and its
   output processing stays on. */
void hud_set_raw(int fd, bool is_shared, struct hud_saved_terminal *saved);

/* Applies `found` without echo: keys wait unseen for the next program. Output is processed as in raw mode, because the job's terminal has
   already processed the output that is held until the HUD is gone. */
void hud_set_without_echo(int fd, bool is_shared, const struct termios *found, struct hud_saved_terminal *saved);

/* Whether a hud-demo has changed the settings; a script or make may run several of them. */
bool hud_has_marked_settings(int fd);

/* Whether another hud-demo has changed the settings and this process has not: the neighbor passes the keys on, so missing echo does not stand
   for a password prompt on this terminal. */
bool hud_is_relayed_by_neighbor(int fd);

/* The settings have been restored. */
void hud_saved_terminal_note_restored(struct hud_saved_terminal *saved);

/* The job's pseudo-terminal. */

/* Opens a pseudo-terminal with the window size of `model` and a nonblocking master. Both ends are close-on-exec. Returns 0, or -1 and errno. */
int hud_open_pseudo_terminal(int model, int *master, int *slave);

/* Copies the settings of `model` to `fd`, speeds included; `given` receives what `fd` has then. If `is_shared`, output processing is left to
   `model`. If another hud-demo has `model` in raw mode, only the keys are copied. */
void hud_copy_settings(int model, int fd, bool is_shared, struct termios *given);

/* Applies the settings that the job left on its own terminal. If `is_shared`, output processing stays as it is. */
void hud_apply_job_settings(int fd, const struct termios *left, bool is_shared);

/* Passes keys to the job that were echoed when they were typed, without echoing them again. In canonical mode a ^D typed by itself is read
   from the real terminal as a zero byte; it is changed back to that key. Returns how many keys the terminal took: macOS queues 1,024. */
size_t hud_write_without_echo(int master, int slave, const struct termios *found, unsigned char *keys, size_t count);

/* One process at a time has the claim on a terminal. The others connect to it, so that it knows of them. */

/* A terminal: its device number and, for a pseudo-terminal, the device number of its file system, which each container has for itself. */
struct hud_claim_name {
    uint64_t device, file_system;
    /* Whether the claim is on its last rows alone. */
    bool is_last_rows;
};

/* The terminal that `fd` refers to. */
struct hud_claim_name hud_claim_name(int fd);

/* Claims a terminal for this user. Returns a nonblocking, close-on-exec socket on which others connect, or -1 and
   errno: EADDRINUSE if another process has the claim. The claim ends with the process, or when the socket is closed.
   Only Linux has names for sockets that need no file; elsewhere it fails with ENOTSUP. */
int hud_claim_terminal(struct hud_claim_name name);

/* Connects to the process that has the claim. Returns a close-on-exec socket, or -1 and errno: EPERM if that is another user's process. */
int hud_join_terminal(struct hud_claim_name name);

/* Closes such a socket. A process that is being started has it until its program runs: nothing can connect to it from here on, and the other ends of
   connections see their end. */
void hud_leave_terminal(int fd);

/* Accepts a connection of this user. Returns a close-on-exec socket, or -1 if there is none. */
int hud_accept_neighbor(int claim);

#endif

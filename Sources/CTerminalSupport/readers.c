/* Who waits for input from a terminal. */
#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_terminal.h"

#if defined(__linux__)
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* More processes than this are not looked at. */
enum { HUD_MOST_READERS = 256 };

struct hud_readers {
    dev_t terminal;
    pid_t processes[HUD_MOST_READERS];
    int count;
};

/* Reads the beginning of a file of a thread as a string. Returns its length. */
static size_t hud_read_of(pid_t process, int thread, const char *name, char *text, size_t size) {
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%d/task/%d/%s", (int)process, thread, name);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t count = fd < 0 ? -1 : read(fd, text, size - 1);
    if (fd >= 0) close(fd);
    text[count > 0 ? count : 0] = 0;
    return count > 0 ? (size_t)count : 0;
}

/* Whether a thread waits to read from the terminal. */
static bool hud_waits_to_read(const struct hud_readers *readers, pid_t process, int thread) {
    char line[64], path[64];
    long number;
    unsigned long descriptor;
    if (hud_read_of(process, thread, "syscall", line, sizeof line) == 0) return 0;
    if (sscanf(line, "%ld %lx", &number, &descriptor) != 2 || number != SYS_read) return 0;
    (void)snprintf(path, sizeof path, "/proc/%d/fd/%lu", (int)process, descriptor);
    /* Or /dev/tty, which is the same terminal for a process of its foreground. */
    struct stat file;
    return stat(path, &file) == 0 && S_ISCHR(file.st_mode) && (file.st_rdev == readers->terminal || file.st_rdev == makedev(5, 0));
}

/* Looks at the threads of a process, and adds the children that they have started. */
static bool hud_looks_at(struct hud_readers *readers, pid_t process) {
    char path[64], children[4096];
    (void)snprintf(path, sizeof path, "/proc/%d/task", (int)process);
    DIR *threads = opendir(path);
    if (threads == NULL) return 0;
    int is_found = 0;
    for (const struct dirent *entry; !is_found && (entry = readdir(threads)) != NULL;) {
        int thread, child, length;
        if (sscanf(entry->d_name, "%d", &thread) != 1) continue;
        is_found = hud_waits_to_read(readers, process, thread);
        (void)hud_read_of(process, thread, "children", children, sizeof children);
        for (const char *rest = children; readers->count < HUD_MOST_READERS && sscanf(rest, "%d%n", &child, &length) == 1; rest += length)
            readers->processes[readers->count++] = child;
    }
    closedir(threads);
    return is_found;
}

bool hud_reads_terminal(pid_t process, int terminal) {
    struct stat own;
    if (fstat(terminal, &own) != 0) return 0;
    struct hud_readers readers = {.terminal = own.st_rdev, .processes = {process}, .count = 1};
    for (int index = 0; index < readers.count; index += 1) {
        if (hud_looks_at(&readers, readers.processes[index])) return 1;
    }
    return 0;
}

#else

bool hud_reads_terminal(pid_t process, int terminal) {
    (void)process;
    (void)terminal;
    return 0;
}

#endif

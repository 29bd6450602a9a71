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

/* The descriptor from which a thread waits to read; -1 if it does not, or if we may not know. */
static long hud_read_by(const char *thread) {
    char line[64];
    const int fd = open(thread, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    const ssize_t count = read(fd, line, sizeof line - 1);
    close(fd);
    line[count > 0 ? count : 0] = 0;
    long number, descriptor;
    return sscanf(line, "%ld %lx", &number, (unsigned long *)&descriptor) == 2 && number == SYS_read ? descriptor : -1;
}

int hud_reads_terminal(pid_t process, int terminal) {
    struct stat own, other;
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%d/task", (int)process);
    DIR *threads = fstat(terminal, &own) == 0 ? opendir(path) : NULL;
    if (threads == NULL) return 0;
    int is_found = 0;
    for (const struct dirent *entry; !is_found && (entry = readdir(threads)) != NULL;) {
        int thread;
        if (sscanf(entry->d_name, "%d", &thread) != 1) continue;
        (void)snprintf(path, sizeof path, "/proc/%d/task/%d/syscall", (int)process, thread);
        const long descriptor = hud_read_by(path);
        if (descriptor < 0) continue;
        (void)snprintf(path, sizeof path, "/proc/%d/fd/%ld", (int)process, descriptor);
        /* Or /dev/tty, which is the same terminal for a process of its foreground. */
        is_found = stat(path, &other) == 0 && S_ISCHR(other.st_mode)
            && (other.st_rdev == own.st_rdev || other.st_rdev == makedev(5, 0));
    }
    closedir(threads);
    return is_found;
}

#else

int hud_reads_terminal(pid_t process, int terminal) {
    (void)process;
    (void)terminal;
    return 0;
}

#endif

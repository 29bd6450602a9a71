/* Signals for a process and its descendants that share a process group with processes for which they are not meant. */
#include "hud_process.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <sys/sysctl.h>
#else
#include <dirent.h>
#endif

struct hud_group_member {
    pid_t process, parent;
    int is_meant;
};

/* Lists the members of a process group and returns their number. The caller frees the list, which is NULL on failure. */
static size_t hud_group_members(pid_t group, struct hud_group_member **members) {
    size_t count = 0;
    *members = NULL;
#if defined(__APPLE__)
    int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PGRP, group};
    size_t size = 0;
    if (sysctl(name, 4, NULL, &size, NULL, 0) != 0) return 0;
    /* Room for processes that start meanwhile. */
    size += 64 * sizeof(struct kinfo_proc);
    struct kinfo_proc *const found = (struct kinfo_proc *)malloc(size);
    if (found != NULL && sysctl(name, 4, found, &size, NULL, 0) == 0) {
        *members = (struct hud_group_member *)calloc(size / sizeof *found + 1, sizeof **members);
        for (; *members != NULL && count < size / sizeof *found; count += 1) {
            (*members)[count].process = found[count].kp_proc.p_pid;
            (*members)[count].parent = found[count].kp_eproc.e_ppid;
        }
    }
    free(found);
#else
    size_t capacity = 0;
    DIR *const processes = opendir("/proc");
    if (processes == NULL) return 0;
    for (const struct dirent *entry; (entry = readdir(processes)) != NULL;) {
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
        char path[300], line[512];
        (void)snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        FILE *const file = fopen(path, "re");
        if (file == NULL) continue;
        const size_t length = fread(line, 1, sizeof line - 1, file);
        fclose(file);
        line[length] = 0;
        /* The name of a program can contain anything, parentheses and spaces included. */
        const char *const rest = strrchr(line, ')');
        int parent, its_group;
        if (rest == NULL || sscanf(rest, ") %*c %d %d", &parent, &its_group) != 2 || its_group != group) continue;
        if (count == capacity) {
            capacity = 2 * capacity + 64;
            struct hud_group_member *const more = (struct hud_group_member *)realloc(*members, capacity * sizeof *more);
            if (more == NULL) break;
            *members = more;
        }
        (*members)[count] = (struct hud_group_member){(pid_t)atoi(entry->d_name), parent, 0};
        count += 1;
    }
    closedir(processes);
#endif
    return count;
}

void hud_signal_descendants(pid_t root, int number) {
    struct hud_group_member *members;
    const size_t count = hud_group_members(getpgrp(), &members);
    (void)kill(root, number);
    for (int has_more = 1; has_more;) {
        has_more = 0;
        for (size_t index = 0; index < count; index += 1) {
            if (members[index].is_meant) continue;
            int is_child = members[index].parent == root;
            for (size_t other = 0; other < count && !is_child; other += 1)
                is_child = members[other].is_meant && members[other].process == members[index].parent;
            if (!is_child) continue;
            members[index].is_meant = has_more = 1;
            (void)kill(members[index].process, number);
        }
    }
    free(members);
}

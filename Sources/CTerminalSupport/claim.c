#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_terminal.h"
#include "hud_descriptors.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

struct hud_claim_name hud_claim_name(int fd) {
    struct hud_claim_name name = {hud_device_number(fd), 0, 0};
#if defined(__linux__)
    /* The numbers of pseudo-terminals. A container has its own, which begin with 0 again. */
    static const char folder[] = "/dev/pts/";
    char path[64];
    struct stat status;
    if (hud_terminal_path(name.device, path, sizeof path) != 0 || strncmp(path, folder, sizeof folder - 1) != 0) return name;
    if (fstat(fd, &status) != 0 || (uint64_t)status.st_rdev != name.device) {
        /* /dev/tty stands for it. */
        if (stat(path, &status) != 0 || (uint64_t)status.st_rdev != name.device) return name;
    }
    name.file_system = status.st_dev;
#endif
    return name;
}

#if defined(__linux__)
/* A name in the abstract namespace: it begins with a zero byte and ends with its length. */
static socklen_t hud_claim_address(struct hud_claim_name name, struct sockaddr_un *address) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    const int length = snprintf(
        address->sun_path + 1, sizeof address->sun_path - 1, "hud-demo/%lu/%llx/%llx%s", (unsigned long)getuid(),
        (unsigned long long)name.file_system, (unsigned long long)name.device, name.is_last_rows ? "/rows" : "");
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
}

/* Whether the other end of a connection belongs to our user. Any process can bind any name. */
static bool hud_claim_is_ours(int fd) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

static int hud_claim_socket(void) {
    return hud_move_up(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

int hud_claim_terminal(struct hud_claim_name name) {
    struct sockaddr_un address;
    const socklen_t length = hud_claim_address(name, &address);
    const int fd = hud_claim_socket();
    if (fd < 0) return -1;
    if (bind(fd, (struct sockaddr *)&address, length) == 0 && listen(fd, 64) == 0) return fd;
    const int error = errno;
    (void)close(fd);
    errno = error;
    return -1;
}

int hud_join_terminal(struct hud_claim_name name) {
    struct sockaddr_un address;
    const socklen_t length = hud_claim_address(name, &address);
    const int fd = hud_claim_socket();
    if (fd < 0) return -1;
    const int is_connected = connect(fd, (struct sockaddr *)&address, length) == 0;
    if (is_connected && hud_claim_is_ours(fd)) return fd;
    const int error = is_connected ? EPERM : errno;
    (void)close(fd);
    errno = error;
    return -1;
}

int hud_accept_neighbor(int claim) {
    for (;;) {
        const int fd = hud_move_up(accept4(claim, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (fd < 0 || hud_claim_is_ours(fd)) return fd;
        (void)close(fd);
    }
}

void hud_leave_terminal(int fd) {
    (void)shutdown(fd, SHUT_RDWR);
    (void)close(fd);
}
#else
int hud_claim_terminal(struct hud_claim_name name) {
    (void)name;
    errno = ENOTSUP;
    return -1;
}

int hud_join_terminal(struct hud_claim_name name) {
    (void)name;
    errno = ENOTSUP;
    return -1;
}

int hud_accept_neighbor(int claim) {
    (void)claim;
    return -1;
}

void hud_leave_terminal(int fd) {
    (void)close(fd);
}
#endif

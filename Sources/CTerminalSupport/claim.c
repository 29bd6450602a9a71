#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "hud_claim.h"
#include "hud_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#if defined(__linux__)
/* A name in the abstract namespace: it begins with a zero byte and ends with its length. */
static socklen_t hud_claim_address(uint64_t device, struct sockaddr_un *address) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    const int length = snprintf(
        address->sun_path + 1, sizeof address->sun_path - 1, "hud-demo/%lu/%llx", (unsigned long)getuid(), (unsigned long long)device);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
}

static int hud_claim_socket(void) {
    return hud_move_up(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

int hud_claim_terminal(uint64_t device) {
    struct sockaddr_un address;
    const socklen_t length = hud_claim_address(device, &address);
    const int fd = hud_claim_socket();
    if (fd < 0) return -1;
    if (bind(fd, (struct sockaddr *)&address, length) == 0 && listen(fd, 64) == 0) {
        (void)fcntl(fd, F_SETFL, O_NONBLOCK);
        return fd;
    }
    const int error = errno;
    (void)close(fd);
    errno = error;
    return -1;
}

int hud_join_terminal(uint64_t device) {
    struct sockaddr_un address;
    const socklen_t length = hud_claim_address(device, &address);
    const int fd = hud_claim_socket();
    if (fd < 0) return -1;
    (void)fcntl(fd, F_SETFL, O_NONBLOCK);
    if (connect(fd, (struct sockaddr *)&address, length) == 0) return fd;
    const int error = errno;
    (void)close(fd);
    errno = error;
    return -1;
}

int hud_accept_neighbor(int claim) {
    return hud_move_up(accept4(claim, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK));
}
#else
int hud_claim_terminal(uint64_t device) {
    (void)device;
    errno = ENOTSUP;
    return -1;
}

int hud_join_terminal(uint64_t device) {
    (void)device;
    errno = ENOTSUP;
    return -1;
}

int hud_accept_neighbor(int claim) {
    (void)claim;
    return -1;
}
#endif

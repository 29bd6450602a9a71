/* What another process of this program does if this one is killed by SIGKILL, or ends while its terminal accepts nothing: the leader of a job's session
   lives on, and restores the terminals. The sessions lie in memory that both share, so the leader finds the farewell of the last frame, and finds none if
   the process has ended regularly. */
#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "session.h"

#include "hud_descriptors.h"
#include "hud_process.h"
#include "hud_terminal.h"

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#if defined(__APPLE__)
#include <sys/sysctl.h>
#endif
#include <termios.h>
#include <unistd.h>

/* More sessions at once are not shared. */
enum { HUD_SHARED_SESSIONS = 16 };

static struct hud_session *_Atomic hud_shared_sessions;
static int hud_shared_count;

void hud_sessions_share(void) {
    if (hud_shared_sessions != NULL) return;
    const size_t size = HUD_SHARED_SESSIONS * sizeof(struct hud_session);
    void *const memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    struct hud_session *none = NULL;
    if (!atomic_compare_exchange_strong(&hud_shared_sessions, &none, (struct hud_session *)memory))
        (void)munmap(memory, size);
}

struct hud_session *hud_session_new_shared(void) {
    hud_sessions_share();
    struct hud_session *const sessions = hud_shared_sessions;
    /* A forked child has the memory of its parent, which may use the other ones. */
    static pid_t owner;
    if (owner == 0) owner = getpid();
    if (sessions == NULL || owner != getpid() || hud_shared_count == HUD_SHARED_SESSIONS) return NULL;
    hud_shared_count += 1;
    return &sessions[hud_shared_count - 1];
}

/* The device number of the controlling terminal, of which `fd` is /dev/tty. */
static uint64_t hud_controlling_device(int fd) {
#if defined(__APPLE__)
    (void)fd;
    int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()};
    struct kinfo_proc found;
    size_t size = sizeof found;
    return sysctl(name, 4, &found, &size, NULL, 0) == 0 && size > 0 ? (uint64_t)found.kp_eproc.e_tdev : 0;
#else
    return hud_device_number(fd);
#endif
}

/* Records the terminal behind /dev/tty, which is another one in the session of another process. */
static void hud_session_note_controlling(struct hud_session *session) {
    struct stat status;
    const int is_found = hud_terminal_path(hud_controlling_device(session->descriptor), session->name, sizeof session->name) == 0;
    const int fd = is_found ? open(session->name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) : -1;
    /* A container may have a terminal of its own under this name and number. */
    if (fd >= 0 && tcgetsid(fd) == getsid(0) && fstat(fd, &status) == 0) {
        session->device = (uint64_t)status.st_rdev;
        session->file = (uint64_t)status.st_ino;
    } else {
        session->name[0] = 0;
    }
    if (fd >= 0) (void)close(fd);
}

void hud_session_note_terminal(struct hud_session *session) {
    struct stat status;
    session->name[0] = 0;
    session->late_count = 0;
    if (fstat(session->descriptor, &status) != 0 || !S_ISCHR(status.st_mode)) return;
    session->device = (uint64_t)status.st_rdev;
    session->file = (uint64_t)status.st_ino;
    if (ttyname_r(session->descriptor, session->name, sizeof session->name) != 0) session->name[0] = 0;
    if (strcmp(session->name, "/dev/tty") == 0) hud_session_note_controlling(session);
}

/* Opens the terminal of a session whose descriptor is another process's. Returns -1 if it is gone. */
static int hud_session_reopen(const struct hud_session *session) {
    struct stat status;
    if (session->name[0] == 0) return -1;
    const int fd = open(session->name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return -1;
    if (fstat(fd, &status) == 0 && (uint64_t)status.st_rdev == session->device && (uint64_t)status.st_ino == session->file) return fd;
    (void)close(fd);
    return -1;
}

static void hud_session_restore_killed(struct hud_session *session, const struct hud_killed *killed) {
    const unsigned char cancel = 0x18;
    struct termios now;
    const int fd = hud_session_reopen(session);
    if (fd < 0) return;
    /* The terminal may be behind in a flood, and nothing waits for this process. */
    (void)hud_wait_for(fd, 1, HUD_LATE_PATIENCE_MS);
    /* If another program has taken the terminal, the cursor is where that one has left it, and the farewell would erase its text. */
    struct hud_process_facts leader;
    const pid_t foreground = hud_process_look(killed->session, &leader) ? leader.foreground : -1;
    const int is_late = foreground > 0 && foreground != killed->group;
    if (atomic_exchange(&session->is_armed, 0)) {
        const int which = session->farewell;
        /* It was killed in the middle of a write, and that perhaps in the middle of a sequence. */
        if (session->lock) (void)hud_write_some(fd, &cancel, 1, HUD_PATIENCE_MS);
        if (is_late && session->late_count > 0) {
            /* The shell is at its prompt, with nothing of its own below. */
            const int erases = foreground == killed->session;
            (void)hud_write_some(fd, session->late, erases ? session->late_count : session->late_modes_count, HUD_PATIENCE_MS);
        } else {
            (void)hud_write_some(fd, session->farewells[which], session->counts[which], HUD_PATIENCE_MS);
        }
    }
    if (!is_late && session->restores_settings && tcgetattr(fd, &now) == 0
        && (!session->has_expected || hud_is_same_settings(&now, &session->expected)))
        (void)tcsetattr(fd, TCSANOW, &session->found);
    (void)close(fd);
}

void hud_sessions_restore_killed(const struct hud_killed *killed) {
    struct hud_session *const sessions = hud_shared_sessions;
    uint64_t below = UINT64_MAX;
    while (sessions != NULL) {
        struct hud_session *last = NULL;
        uint64_t order = 0;
        for (int index = 0; index < HUD_SHARED_SESSIONS; index += 1) {
            const uint64_t its = sessions[index].order;
            if (its <= order || its >= below || sessions[index].process != killed->process) continue;
            order = its;
            last = &sessions[index];
        }
        if (last == NULL) return;
        below = order;
        /* Of several leaders one restores it, and none if a handler has. One that has tried in vain leaves it to the leader. */
        int given = last->given;
        if (given != 1 && atomic_compare_exchange_strong(&last->given, &given, 1))
            hud_session_restore_killed(last, killed);
    }
}

/* C beside Swift: what runs in a signal handler or between fork and exec, pseudo-terminals, and where Linux and macOS differ. */
#ifndef C_TERMINAL_SUPPORT_H
#define C_TERMINAL_SUPPORT_H

/* The parts of libc that the Swift code calls: importing this module exports them, with glibc, musl and Darwin alike. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wchar.h>

#include "hud_capture.h"
#include "hud_descriptors.h"
#include "hud_job_session.h"
#include "hud_parent.h"
#include "hud_process.h"
#include "hud_session.h"
#include "hud_signals.h"
#include "hud_terminal.h"
#include "hud_text.h"

#endif

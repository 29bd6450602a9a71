#if HUD_THREAD_SANITIZER
import HUDCore

/// The tests' own locks are to be seen by the sanitizer too.
typealias Mutex = SanitizedMutex
#endif

#if HUD_THREAD_SANITIZER
import HUDCore

/// The thread sanitizer has to know the locks of the tests as well.
typealias Mutex = SanitizedMutex
#endif

import CTerminalSupport
import HUDLibc
import Synchronization

/// Output of jobs that are done and wait for an earlier one, in one file without a name, so that many jobs take few descriptors and no memory.
final class GroupShelf: Sendable {
    private struct State {
        /// -1 until something is put here.
        var file: Int32 = -1
        var end: off_t = 0
        /// The number of bytes that were not taken yet.
        var held: off_t = 0
    }

    private let state = Mutex(State())

    deinit {
        let file = state.withLock { $0.file }
        if file >= 0 { close(file) }
    }

    /// Puts bytes here. Returns their place; nil if they don't fit on the file system.
    func put(_ fill: ((UnsafeRawBufferPointer) -> Void) -> Void) -> Range<off_t>? {
        state.withLock { state in
            if state.file < 0 { state.file = hud_temporary_file() }
            let start = state.end
            var isComplete = state.file >= 0 && lseek(state.file, start, SEEK_SET) == start
            fill { bytes in
                isComplete = isComplete && GroupFile.write(bytes, to: state.file) == 0
                if isComplete { state.end += off_t(bytes.count) }
            }
            guard isComplete else {
                state.end = start
                return nil
            }
            state.held += state.end - start
            return start..<state.end
        }
    }

    /// Takes bytes out.
    func take(_ place: Range<off_t>, _ take: (UnsafeRawBufferPointer) -> Void) {
        read(place, take)
        free(place)
    }

    /// Reads bytes, which stay here.
    func read(_ place: Range<off_t>, _ take: (UnsafeRawBufferPointer) -> Void) {
        let file = state.withLock { $0.file }
        var start = place.lowerBound
        withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { page in
            while start < place.upperBound {
                let count = pread(file, page.baseAddress, min(page.count, Int(place.upperBound - start)), start)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                take(UnsafeRawBufferPointer(rebasing: page[..<count]))
                start += off_t(count)
            }
        }
    }

    /// Forgets bytes.
    func free(_ place: Range<off_t>) {
        state.withLock { state in
            state.held -= place.upperBound - place.lowerBound
            guard state.held == 0 else { return }
            // The file's space is given back.
            state.end = 0
            _ = ftruncate(state.file, 0)
        }
    }
}

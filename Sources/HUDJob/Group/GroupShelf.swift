import CTerminalSupport
import HUDLibc
import HUDTerminal
import Synchronization

/// Output of jobs that are done and wait for an earlier one, in one file without a name, so that many jobs take few descriptors and no memory.
///
/// The file system gets the space back in segments, each as soon as nothing in it is held. A file system that can't do that gets all of it back when nothing
/// is held at all.
final class GroupShelf: Sendable {
    static let segment = HeldOutput.segment

    private struct State {
        /// -1 until something is put here.
        var file: Int32 = -1
        var end: off_t = 0
        /// The number of bytes that were not taken yet.
        var held: off_t = 0
        /// The number of those in each segment.
        var heldIn: [Int32] = []

        /// Adds the bytes of a place to those that are held, or takes them away.
        mutating func count(_ place: Range<off_t>, isHeld: Bool) {
            held += isHeld ? place.upperBound - place.lowerBound : place.lowerBound - place.upperBound
            var start = place.lowerBound
            while start < place.upperBound {
                let index = Int(start / GroupShelf.segment)
                let stop = min(place.upperBound, off_t(index + 1) * GroupShelf.segment)
                if index == heldIn.count { heldIn.append(0) }
                heldIn[index] += Int32(isHeld ? stop - start : start - stop)
                start = stop
            }
        }

        /// Gives the space of a place that is no longer held back, with the rest of its segments.
        func giveBack(_ place: Range<off_t>) {
            let segments = Int(place.lowerBound / GroupShelf.segment)...Int((place.upperBound - 1) / GroupShelf.segment)
            // What is put here next goes to the last segment.
            for index in segments where heldIn[index] == 0 && off_t(index + 1) * GroupShelf.segment <= end {
                _ = hud_free_space(file, off_t(index) * GroupShelf.segment, GroupShelf.segment)
            }
        }
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
                // A full file system needs the space of these bytes.
                if state.file >= 0 { _ = ftruncate(state.file, start) }
                state.end = start
                return nil
            }
            state.count(start..<state.end, isHeld: true)
            return start..<state.end
        }
    }

    /// Takes bytes out. Their space is given back as they are taken.
    func take(_ place: Range<off_t>, _ take: (UnsafeRawBufferPointer) -> Void) {
        var start = place.lowerBound
        read(place) { bytes in
            take(bytes)
            free(start..<start + off_t(bytes.count))
            start += off_t(bytes.count)
        }
        // What could not be read.
        free(start..<place.upperBound)
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
        if place.isEmpty { return }
        state.withLock { state in
            state.count(place, isHeld: false)
            guard state.held == 0 else { return state.giveBack(place) }
            // The place of the next bytes is the beginning of the file.
            state.end = 0
            state.heldIn = []
            _ = ftruncate(state.file, 0)
        }
    }

    /// The space that the file takes, in bytes.
    var space: Int {
        state.withLock { state in
            var status = stat()
            return state.file >= 0 && fstat(state.file, &status) == 0 ? Int(status.st_blocks) * 512 : 0
        }
    }
}

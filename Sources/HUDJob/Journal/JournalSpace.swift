import HUDLibc
import HUDTerminal

/// Which bytes of a journal's file are in use.
///
/// Bytes are reserved at the end. What is free before it is given back to the file system in segments, and not used again: the file has holes.
struct JournalSpace: Sendable, Equatable {
    private var end: off_t = 0
    /// The number of bytes in use, and of those in each segment. Bytes that are held twice count twice.
    private var held: off_t = 0
    private var heldIn: [Int32] = []
    /// What to give back: segments in which nothing is in use any more, or all of the file, which begins again then.
    var freed: [Freed] = []

    enum Freed: Sendable, Equatable {
        case segment(at: off_t)
        case everything
    }

    mutating func reserve(_ count: Int) -> Range<off_t> {
        if count >= UnnamedFile.segment, end % UnnamedFile.segment != 0 {
            // Whole segments of their own are given back whatever other outputs hold.
            let last = end / UnnamedFile.segment
            end = (last + 1) * UnnamedFile.segment
            if heldIn[Int(last)] == 0 { freed.append(.segment(at: last * UnnamedFile.segment)) }
        }
        defer { end += off_t(count) }
        hold(end..<end + off_t(count))
        return end..<end + off_t(count)
    }

    /// Holds bytes once more, so that they stay for a reader.
    mutating func hold(_ place: Range<off_t>) { count(place, 1) }

    /// Frees bytes.
    mutating func free(_ place: Range<off_t>) {
        if place.isEmpty { return }
        count(place, -1)
        if held == 0 {
            self = Self()
            return freed = [.everything]
        }
        // What is reserved next goes to the last segment.
        for index in place.lowerBound / UnnamedFile.segment...(place.upperBound - 1) / UnnamedFile.segment
        where heldIn[Int(index)] == 0 && (index + 1) * UnnamedFile.segment <= end {
            freed.append(.segment(at: index * UnnamedFile.segment))
        }
    }

    private mutating func count(_ place: Range<off_t>, _ sign: off_t) {
        held += sign * (place.upperBound - place.lowerBound)
        var start = place.lowerBound
        while start < place.upperBound {
            let index = Int(start / UnnamedFile.segment)
            let stop = min(place.upperBound, off_t(index + 1) * UnnamedFile.segment)
            while index >= heldIn.count { heldIn.append(0) }
            heldIn[index] += Int32(sign * (stop - start))
            start = stop
        }
    }
}

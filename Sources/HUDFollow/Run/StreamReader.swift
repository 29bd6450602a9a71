import HUDCore

/// Reads connections into one buffer, and knows the pace of these reads.
struct StreamReader: ~Copyable {
    private let page = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
    /// How long reads are put off.
    var pace: ReadPace

    init(at now: HUDInstant) {
        pace = ReadPace(at: now)
    }

    deinit { page.deallocate() }

    /// Reads what has arrived in a connection, up to a few pages, so that other connections get their turn.
    ///
    /// - Parameter take: Called with the bytes of each page and with how long ago they were written, if that is known.
    /// - Returns: The number of bytes, and the result of the last read.
    func read(
        _ connection: inout FollowConnection, _ take: (UnsafeRawBufferPointer, Duration?) -> Void
    ) -> (count: Int, last: FollowConnection.Reading) {
        var count = 0
        connection.isBehind = false
        while true {
            let last = connection.read(into: page)
            guard case .bytes(let size) = last else { return (count, last) }
            take(UnsafeRawBufferPointer(rebasing: page[..<size]), connection.silence)
            count += size
            if connection.canWait || size < page.count && !connection.isFile { return (count, last) }
            if count >= 4 * page.count {
                connection.isBehind = connection.isFile
                return (count, last)
            }
        }
    }
}

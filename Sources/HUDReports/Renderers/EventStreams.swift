import HUDLibc
import Synchronization

/// Which renderers have the streams of events: one renderer at a time for each descriptor.
final class EventStreams: Sendable {
    /// Those of this process.
    static let ofProcess = EventStreams()

    private struct Stream {
        let descriptor: Int32
        /// The number of a descriptor that was closed may be that of another file.
        let file: File
        let id: ObjectIdentifier
        weak var renderer: JSONRenderer?
    }

    /// What a descriptor leads to.
    private struct File: Equatable {
        private var device: dev_t = 0
        private var number: ino_t = 0

        init(_ descriptor: Int32) {
            var status = stat()
            if fstat(descriptor, &status) == 0 { (device, number) = (status.st_dev, status.st_ino) }
        }
    }

    private let streams = Mutex<[Stream]>([])

    /// Gives the stream of a descriptor to `renderer`, until ``end(_:)``.
    ///
    /// - Returns: The renderer that has it, if that is another one.
    func begin(_ renderer: JSONRenderer, on descriptor: Int32) -> JSONRenderer? {
        let file = File(descriptor)
        return streams.withLock { streams in
            // What is found is released outside the lock, because that may be the last reference.
            if let other = Self.renderer(on: descriptor, file, in: streams) { return other === renderer ? nil : other }
            streams.append(Stream(descriptor: descriptor, file: file, id: ObjectIdentifier(renderer), renderer: renderer))
            return nil
        }
    }

    /// The renderer that has the stream of a descriptor; nil if the stream is free.
    func renderer(on descriptor: Int32) -> JSONRenderer? {
        let file = File(descriptor)
        return streams.withLock { Self.renderer(on: descriptor, file, in: $0) }
    }

    private static func renderer(on descriptor: Int32, _ file: File, in streams: [Stream]) -> JSONRenderer? {
        // That of a renderer which is about to end its stream, because it is gone, is nil.
        streams.last { $0.descriptor == descriptor && $0.file == file }?.renderer
    }

    /// The stream of a renderer is over, if it has one.
    func end(_ id: ObjectIdentifier) {
        streams.withLock { $0.removeAll { $0.id == id } }
    }
}

import Foundation
import HUDLibc

/// An HTTP server on the loopback interface. The test says what is sent, and when.
final class LocalServer: Sendable {
    /// The requests, in order, each with its connection.
    let connections: AsyncStream<Connection>
    private let listener: Int32
    let port: UInt16

    init() throws {
        #if canImport(Glibc)
        let type = Int32(SOCK_STREAM.rawValue)
        #else
        let type = SOCK_STREAM
        #endif
        let listener = socket(AF_INET, type, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, address, &length) == 0
            }
        }
        guard isBound else { throw Failure() }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        let (connections, continuation) = AsyncStream.makeStream(of: Connection.self)
        self.connections = connections
        let thread = Thread {
            while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
                if let connection = Connection(descriptor) { continuation.yield(connection) }
            }
            continuation.finish()
        }
        thread.start()
    }

    deinit {
        // Wakes the thread in `accept`.
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// The next request.
    func next() async throws -> Connection {
        for await connection in connections { return connection }
        throw Failure()
    }

    func url(_ path: String = "") throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)/\(path)") else { throw Failure() }
        return url
    }

    struct Failure: Error {}
}

/// A connection on which a request has arrived.
final class Connection: Sendable {
    private let descriptor: Int32
    /// The request's head and the beginning of its body.
    let request: String

    /// Reads the head of a request; nil if the client has closed the connection.
    init?(_ descriptor: Int32) {
        #if canImport(Darwin)
        var isSet: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isSet, socklen_t(MemoryLayout<Int32>.size))
        #endif
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        var request = ""
        while !request.contains("\r\n\r\n") {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count <= 0 {
                close(descriptor)
                return nil
            }
            received += buffer[..<count]
            request = String(decoding: received, as: UTF8.self)
        }
        self.descriptor = descriptor
        self.request = request
    }

    deinit { close(descriptor) }

    /// Sends the head of a response, with a length or without.
    func sendHead(status: String = "200 OK", length: Int?) {
        send("HTTP/1.1 \(status)\r\n\(length.map { "Content-Length: \($0)\r\n" } ?? "")Connection: close\r\n\r\n")
    }

    /// Sends bytes of the body.
    func sendBody(_ count: Int) { send(String(repeating: "x", count: count)) }

    /// Closes the connection, after what was sent.
    func finish() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private func send(_ text: String) {
        var rest = Array(text.utf8)[...]
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                HUDLibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
            }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }
}

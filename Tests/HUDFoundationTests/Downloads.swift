import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session whose download tasks count their bytes, on Linux as well.
final class Downloads: NSObject, URLSessionDownloadDelegate {
    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        try? FileManager.default.removeItem(at: location)
    }

    static func session() -> URLSession {
        URLSession(configuration: .ephemeral, delegate: Downloads(), delegateQueue: nil)
    }
}

/// Waits until the network has made `condition` true.
func waitUntil(_ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(20)
    while !condition() {
        try #require(ContinuousClock.now < end, "\(what) within 20 s", sourceLocation: sourceLocation)
        try await Task.sleep(for: .milliseconds(2))
    }
}

extension URLSessionTask {
    var hasEnded: Bool { state == .completed }
}

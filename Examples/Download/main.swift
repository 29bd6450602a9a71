// Downloads files to the current directory, all at once, with a row for each. A row shows bytes, rate and remaining time, and leaves a line.
//
//     swift run download-example https://www.swift.org/index.html …
import Foundation
import HUDFoundation
import HUDTerminal

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Keeps what was downloaded. On Linux a running task counts its bytes only if the session has such a delegate.
final class Downloads: NSObject, URLSessionDownloadDelegate {
    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        guard let name = downloadTask.originalRequest?.url?.lastPathComponent else { return }
        let file = URL(fileURLWithPath: name)
        try? FileManager.default.removeItem(at: file)
        try? FileManager.default.moveItem(at: location, to: file)
    }
}

let session = URLSession(configuration: .ephemeral, delegate: Downloads(), delegateQueue: nil)
// One renderer for all: the HUDs of one terminal are stacked.
let renderer = AutomaticRenderer()

let huds = CommandLine.arguments.dropFirst().compactMap { URL(string: $0) }.map { url in
    let hud = HUD(label: url.lastPathComponent, timing: HUDTiming(), renderer: renderer)
    hud.summary = .always
    let task = session.downloadTask(with: url)
    task.resume()
    hud.follow(task)  // shown while the task is running; the outcome is the task's
    return hud
}
for hud in huds { try await hud.waitUntilHidden() }

exit(huds.allSatisfy { $0.outcome == .succeeded } ? 0 : 1)

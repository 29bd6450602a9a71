// Downloads files to the current directory, all at once, with a row for each. A row shows bytes, rate and remaining time, and leaves a line.
//
//     swift run download-example https://www.swift.org/index.html …
import Foundation
import HUDFoundation
import HUDTerminal
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Writes what was downloaded. On Linux a running task counts its bytes only if the session has such a delegate.
final class Downloads: NSObject, URLSessionDownloadDelegate {
    let writtenFiles = Atomic(0)

    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        defer { try? FileManager.default.removeItem(at: location) }
        guard let name = downloadTask.originalRequest?.url?.fileName else { return }
        // The page of an error is not the file.
        if let response = downloadTask.response as? HTTPURLResponse, !(200...299).contains(response.statusCode) { return }
        do {
            // A file of this name is replaced when the new one is complete. A folder of this name is an error.
            try Data(contentsOf: location, options: .alwaysMapped).write(to: URL(fileURLWithPath: name), options: .atomic)
            writtenFiles.add(1, ordering: .relaxed)
        } catch {
            renderer.log("can't write \(name): \(error.localizedDescription)")
        }
    }
}

extension URL {
    /// The last name in the path, which never leads to another folder: `%2F` in it is a slash. Without one `index.html`.
    var fileName: String {
        let name = lastPathComponent.split(separator: "/").last ?? "."
        return name == "." || name == ".." ? "index.html" : String(name)
    }
}

// One renderer for all: the HUDs of one terminal are stacked.
let renderer = AutomaticRenderer()
let downloads = Downloads()
let session = URLSession(configuration: .ephemeral, delegate: downloads, delegateQueue: nil)

let huds = CommandLine.arguments.dropFirst().compactMap { URL(string: $0) }.map { url in
    let hud = HUD(label: url.fileName, timing: HUDTiming(), renderer: renderer)
    hud.summary = .always
    let task = session.downloadTask(with: url)
    task.resume()
    hud.follow(task)  // shown while the task is running; the outcome is the task's
    return hud
}
for hud in huds { try await hud.waitUntilHidden() }

exit(downloads.writtenFiles.load(ordering: .relaxed) == huds.count ? 0 : 1)

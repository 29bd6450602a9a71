// A module of the music app: the albums on this machine.
import ExampleMusicStatus

/// What can be played.
public enum Library {
    /// Looks for albums.
    public static func scan() async throws -> [String] {
        try await Status.busy("Scanning the library") {
            var albums: [String] = []
            for album in ["Blue Train", "Kind of Blue", "Time Out"] {
                try await Task.sleep(for: .milliseconds(400))
                albums.append(album)
                Status.report("found \(album)")
            }
            return albums
        }
    }
}

// A module of the music app: lyrics from a server.
import ExampleMusicStatus

/// The texts of songs.
public enum Lyrics {
    /// Fetches the lyrics of an album, and returns how many there are.
    public static func fetch(for album: String) async throws -> Int {
        try await Status.busy("Fetching the lyrics of \(album)") {
            try await Task.sleep(for: .milliseconds(500))
            return album.count
        }
    }
}

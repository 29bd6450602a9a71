// An app of several modules that share one HUD, as apps on a phone do with MBProgressHUD: it is on while any module works, and never twice.
//
//     swift run music-example
import ExampleMusicLibrary
import ExampleMusicLyrics
import ExampleMusicStatus

let albums = try await Library.scan()

// Three requests at once, and one HUD.
let found = try await withThrowingTaskGroup(of: Int.self) { group in
    for album in albums { group.addTask { try await Lyrics.fetch(for: album) } }
    var found = 0
    for try await lyrics in group { found += lyrics }
    return found
}

try await Status.toast("\(found) lyrics found")
try await Status.finish()
print("\(albums.count) albums")

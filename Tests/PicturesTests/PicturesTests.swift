import Foundation
import Testing

/// The pictures show what the program draws. `make pictures` writes them.
@Suite struct PicturesTests {
    private static let writes = ProcessInfo.processInfo.environment["HUD_PICTURES"] == "write"
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")

    @Test(arguments: Picture.all)
    func `The pictures are what is drawn now`(_ picture: Picture) throws {
        let film = try picture.film()
        let pieces = film.pieces
        for palette in Palette.all {
            let text = FilmSVG.text(film, pieces, palette, title: picture.title)
            // A page of GitHub loads it in a moment, and shows no script.
            #expect(text.utf8.count < 150_000)
            let url = Self.package.appendingPathComponent(picture.file(palette))
            if Self.writes {
                try text.write(to: url, atomically: true, encoding: .utf8)
            } else {
                let seen = try String(contentsOf: url, encoding: .utf8)
                #expect(seen == text, "\(picture.file(palette)) is not what is drawn now; if that is meant: make pictures")
            }
        }
    }
}

import Foundation

/// A picture of the program as it is now.
struct Picture {
    /// Where it is, from the folder of the package, without the palette's name and the suffix.
    var path: String
    var title: String
    var film: @Sendable () throws -> Film

    /// In the README.
    private static let runs = [
        Picture(path: "Assets/make", title: "hud-demo runs make: its output scrolls above a bar, and one line stays", film: make),
        Picture(path: "Assets/group", title: "hud-demo runs nine jobs, a row for each; one fails", film: group),
        Picture(path: "Assets/bezel", title: "The bezel in front of the output of make", film: bezel)
    ]

    private static let gallery = "Sources/HUDTerminal/HUDTerminal.docc/Resources/"

    /// In the documentation.
    private static let stills = [
        Picture(path: gallery + "modes", title: "The line of a HUD in each mode", film: modes),
        Picture(path: gallery + "themes", title: "A bar and a spinner in each theme", film: themes),
        Picture(path: gallery + "bezels", title: "The bezel in each mode", film: bezels),
        Picture(path: gallery + "spinners", title: "The spinners that are built in", film: spinners),
        Picture(path: gallery + "lines", title: "The lines of a plain HUD", film: lines)
    ]

    static let all = runs + stills

    /// The name of the file for a palette. Of two pictures of the documentation, docc takes the dark one by its name.
    func file(_ palette: Palette) -> String {
        if path.hasPrefix("Assets/") { return "\(path)-\(palette.name).svg" }
        return path + (palette.name == "dark" ? "~dark.svg" : ".svg")
    }
}

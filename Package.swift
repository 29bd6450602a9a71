// swift-tools-version: 6.2
import PackageDescription

/// On Linux, wide-character curses, terminfo and panels are three libraries; macOS has them in two. So the manifest, and not the module map, says what
/// to link.
let ncurses: [LinkerSetting] = [
    .linkedLibrary("panelw", .when(platforms: [.linux])),
    .linkedLibrary("ncursesw", .when(platforms: [.linux])),
    .linkedLibrary("tinfo", .when(platforms: [.linux])),
    .linkedLibrary("panel", .when(platforms: [.macOS])),
    .linkedLibrary("ncurses", .when(platforms: [.macOS]))
]

/// Programs to read and to copy from. They are targets of this package, because a package of their own would compile the libraries again.
let examples: [Target] = [
    .executableTarget(name: "checksum-example", dependencies: ["HUDTerminal"], path: "Examples/Checksum"),
    .executableTarget(name: "download-example", dependencies: ["HUDFoundation", "HUDTerminal"], path: "Examples/Download"),
    .executableTarget(name: "build-example", dependencies: ["HUDTerminal"], path: "Examples/Build"),
    .executableTarget(name: "wizard-example", dependencies: ["HUDTerminal"], path: "Examples/Wizard"),
    .executableTarget(name: "train-example", dependencies: ["HUDTerminal"], path: "Examples/Train"),
    .executableTarget(name: "jobs-example", dependencies: ["HUDJob", "HUDTerminal"], path: "Examples/Jobs"),
    .executableTarget(name: "pack-example", dependencies: ["HUDTerminal"], path: "Examples/Pack"),
    .testTarget(
        name: "PackTests", dependencies: ["HUDTerminal", "HUDTesting", "HUDTestingTrait", "pack-example"],
        path: "Examples/PackTests"),
    .target(name: "ExampleMusicStatus", dependencies: ["HUDTerminal"], path: "Examples/Music/Status"),
    .target(name: "ExampleMusicLibrary", dependencies: ["ExampleMusicStatus"], path: "Examples/Music/Library"),
    .target(name: "ExampleMusicLyrics", dependencies: ["ExampleMusicStatus"], path: "Examples/Music/Lyrics"),
    .executableTarget(
        name: "music-example", dependencies: ["ExampleMusicLibrary", "ExampleMusicLyrics", "ExampleMusicStatus"],
        path: "Examples/Music/App")
]

let package = Package(
    name: "hud",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "HUDCore", targets: ["HUDCore"]),
        .library(name: "HUDTerminal", targets: ["HUDTerminal"]),
        .library(name: "HUDJob", targets: ["HUDJob"]),
        .library(name: "HUDFollow", targets: ["HUDFollow"]),
        .library(name: "HUDFoundation", targets: ["HUDFoundation"]),
        .library(name: "HUDTesting", targets: ["HUDTesting"]),
        .library(name: "HUDTestingTrait", targets: ["HUDTestingTrait"]),
        .executable(name: "hud-demo", targets: ["hud-demo"])
    ],
    targets: [
        // What a frame shows: the snapshot, the values in it, and the words for them. No product: HUDCore exports it.
        .target(name: "HUDFrame"),
        // The time of the live clock, which signal handlers stop.
        .target(name: "CClock"),
        .target(name: "HUDCore", dependencies: ["HUDFrame", "HUDLibc", "CClock"]),
        // A terminal's screen as values: text as cells, cells as bytes, printed bytes followed. No product: HUDTerminal exports what programs use of it.
        .target(name: "HUDScreen", dependencies: ["CNcurses", "CTerminalSupport"], linkerSettings: ncurses),
        // Snapshots as cells, and where on the screen they are. It needs nothing of HUDCore, so that the two are compiled at the same time. No product:
        // HUDTerminal exports it.
        .target(name: "HUDDrawing", dependencies: ["HUDFrame", "HUDLibc", "HUDScreen", "CTerminalSupport"]),
        // What a HUD says to other programs: JSON, read and written, the events of a stream, a parent's progress, and the renderers of these. It needs nothing
        // of HUDDrawing. No product: HUDTerminal exports it.
        .target(name: "HUDReports", dependencies: ["HUDCore", "HUDLibc", "CTerminalSupport"]),
        // No pkgConfig: SwiftPM would warn where the headers are there and pkg-config is not. CNcurses/shim.h says what to install.
        .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"]), .yum(["ncurses-devel"])]),
        .target(name: "CScreen", linkerSettings: ncurses),
        .target(name: "CTerminalSupport", dependencies: ["CClock"]),
        // The C library of each platform.
        .target(name: "HUDLibc"),
        .target(
            name: "HUDTerminal",
            dependencies: [
                "HUDCore", "HUDDrawing", "HUDLibc", "HUDReports", "HUDScreen", "CNcurses", "CScreen", "CTerminalSupport"
            ]),
        // The only target that imports Foundation.
        .target(name: "HUDFoundation", dependencies: ["HUDCore"]),
        .target(name: "HUDTesting", dependencies: ["HUDCore", "HUDTerminal"]),
        // Imports Testing, which no program may depend on.
        .target(name: "HUDTestingTrait", dependencies: ["HUDTesting"]),
        .target(name: "HUDScenario", dependencies: ["HUDCore", "HUDReports", "HUDScreen"]),
        .target(name: "HUDJob", dependencies: ["HUDCore", "HUDReports", "HUDTerminal", "HUDLibc", "CClock", "CTerminalSupport"]),
        .target(
            name: "HUDFollow", dependencies: ["HUDCore", "HUDReports", "HUDJob", "HUDTerminal", "HUDLibc", "CTerminalSupport"]),
        .executableTarget(
            name: "hud-demo",
            dependencies: ["HUDCore", "HUDFollow", "HUDJob", "HUDTerminal", "HUDScenario", "HUDLibc", "CTerminalSupport"]),
        .executableTarget(
            name: "hud-bench",
            dependencies: ["HUDCore", "HUDReports", "HUDTerminal", "HUDLibc", "CTerminalSupport", "SeededRandom"],
            path: "Benchmarks/hud-bench"),
        // Reproducible random numbers, for tests and benchmarks.
        .target(name: "SeededRandom", dependencies: ["HUDLibc"], path: "Tests/SeededRandom"),
        // Draws, and ends in the way that a terminal test asks for.
        .executableTarget(
            name: "session-probe", dependencies: ["HUDCore", "HUDTerminal", "HUDLibc", "CTerminalSupport"],
            path: "Tests/Probes/session-probe"),
        // Shows HUDs as a program that uses the library does, for the terminal tests.
        .executableTarget(
            name: "hud-probe", dependencies: ["HUDCore", "HUDTerminal", "HUDLibc", "CTerminalSupport"],
            path: "Tests/Probes/hud-probe"),
        // Runs several commands at once, and wraps one, with public declarations alone.
        .executableTarget(
            name: "job-probe", dependencies: ["HUDCore", "HUDJob", "HUDTerminal", "HUDLibc"], path: "Tests/Probes/job-probe"),
        .testTarget(
            name: "HUDCoreTests",
            dependencies: ["HUDCore", "HUDLibc", "HUDScenario", "SeededRandom"],
            resources: [.copy("Cases")]
        ),
        .testTarget(name: "HUDReportsTests", dependencies: ["HUDReports"]),
        .testTarget(name: "CTerminalSupportTests", dependencies: ["CClock", "CTerminalSupport", "HUDLibc"]),
        .testTarget(
            name: "HUDTerminalTests",
            dependencies: [
                "CNcurses", "CScreen", "CTerminalSupport", "HUDCore", "HUDDrawing", "HUDFrame", "HUDReports", "HUDLibc",
                "HUDScreen",
                "HUDTerminal",
                "HUDTesting",
                "HUDTestingTrait", "SeededRandom"
            ],
            resources: [.copy("Fixtures"), .copy("Golden")]
        ),
        .testTarget(
            name: "HUDJobTests",
            dependencies: [
                "CTerminalSupport", "HUDCore", "HUDFollow", "HUDJob", "HUDLibc", "HUDReports", "HUDTerminal", "HUDTesting",
                "SeededRandom"
            ],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(
            name: "HUDFollowTests",
            dependencies: ["HUDCore", "HUDFollow", "HUDJob", "HUDLibc", "HUDReports", "HUDTerminal", "SeededRandom"],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(name: "HUDDemoTests", dependencies: ["HUDJob", "hud-demo"]),
        // Draws the pictures of the documents.
        .testTarget(
            name: "PicturesTests",
            dependencies: ["HUDCore", "HUDDrawing", "HUDJob", "HUDScreen", "HUDTerminal", "HUDTesting", "hud-demo"],
            exclude: ["Recordings"]),
        .testTarget(
            name: "HUDTestingTests",
            dependencies: ["HUDCore", "HUDLibc", "HUDTerminal", "HUDTesting", "SeededRandom"],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(name: "HUDFoundationTests", dependencies: ["HUDCore", "HUDFoundation", "HUDLibc", "HUDTesting"]),
        .testTarget(
            name: "HUDTestingTraitTests", dependencies: ["HUDCore", "HUDLibc", "HUDTerminal", "HUDTestingTrait", "SeededRandom"])
    ] + examples,
    swiftLanguageModes: [.v6]
)

// A library's exported modules are dependencies of every target that depends on the library: SwiftPM compiles a target again only if a module that it
// names has changed, and the layout of a value from another one would be the old one.
let exports: KeyValuePairs = [
    "HUDTerminal": ["HUDCore", "HUDDrawing"], "HUDDrawing": ["HUDFrame", "HUDScreen"], "HUDCore": ["HUDFrame"],
    "HUDTestingTrait": ["HUDTesting"]
]
for target in package.targets {
    for (library, modules) in exports where target.names(library) {
        target.dependencies += modules.filter { !target.names($0) }.map { .byName(name: $0) }
    }
}

extension Target {
    func names(_ module: String) -> Bool { dependencies.contains { $0.names(module) } }
}

extension Target.Dependency {
    func names(_ module: String) -> Bool { if case .byNameItem(module, _) = self { true } else { false } }
}

// `make tsan` runs a few tests of HUDCore with threads. It builds neither the other tests nor the other files of their target.
if let name = Context.environment["HUD_TEST_TARGET"] {
    package.targets.removeAll { $0.isTest && $0.name != name }
    let files = Context.environment["HUD_TEST_FILES"]?.split(separator: " ").map(String.init)
    for target in package.targets where target.isTest {
        target.sources = files ?? target.sources
        // Of the modules that only the other files need, none is built.
        if files != nil { target.dependencies.removeAll { $0.names("HUDScenario") } }
    }
}

// `make unit-release` builds only the tests that run longer than in debug: laws on random runs, exhaustive ones and long ones.
if Context.environment["HUD_TESTS"] == "laws" {
    let others = [
        "CTerminalSupportTests", "HUDDemoTests", "HUDFoundationTests", "HUDReportsTests", "HUDTestingTraitTests", "PackTests",
        "PicturesTests"
    ]
    package.targets.removeAll { others.contains($0.name) }
    let folders = ["HUDCoreTests": ["Laws", "Support", "Model"], "HUDFollowTests": ["Laws"]]
    for target in package.targets where target.isTest { target.sources = folders[target.name, default: ["Laws", "Support"]] }
}

// swift-tools-version: 6.2
import PackageDescription

/// Programs that `scripts/bench-against` builds against two versions of this package. It runs `frames` and `parts` in turn; of `empty` and `job` it compares
/// the builds, as `scripts/bench-dependents` does of these and `scope`. They use only public declarations that both versions have. A program that doesn't
/// build against the older version is left out of the comparison.
let package = Package(
    name: "against",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "../hud")],
    targets: [
        .target(name: "CPseudoTerminal"),
        .target(name: "Terminal", dependencies: ["CPseudoTerminal"]),
        .executableTarget(name: "empty"),
        .executableTarget(name: "frames", dependencies: ["Terminal", .product(name: "HUDTerminal", package: "hud")]),
        .executableTarget(name: "parts", dependencies: ["Terminal", .product(name: "HUDTerminal", package: "hud")]),
        .executableTarget(name: "scope", dependencies: [.product(name: "HUDTerminal", package: "hud")]),
        .executableTarget(name: "job", dependencies: [.product(name: "HUDJob", package: "hud")])
    ]
)

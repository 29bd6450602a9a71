// swift-tools-version: 6.2
import PackageDescription

/// A package that depends on this one, as users have it. `scripts/dependents` copies it to another folder, builds it there in several ways and runs
/// its programs.
let package = Package(
    name: "dependents",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "../hud")],
    targets: [
        .executableTarget(
            name: "swift6",
            dependencies: [
                .product(name: "HUDTerminal", package: "hud"), .product(name: "HUDJob", package: "hud"),
                .product(name: "HUDTesting", package: "hud")
            ]),
        .executableTarget(
            name: "swift5",
            dependencies: [.product(name: "HUDTerminal", package: "hud"), .product(name: "HUDTesting", package: "hud")],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "main-actor",
            dependencies: [.product(name: "HUDTerminal", package: "hud"), .product(name: "HUDTesting", package: "hud")],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        .executableTarget(
            name: "foundation",
            dependencies: [
                .product(name: "HUDFoundation", package: "hud"), .product(name: "HUDTerminal", package: "hud"),
                .product(name: "HUDTesting", package: "hud")
            ])
    ]
)

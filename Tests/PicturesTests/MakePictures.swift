import Foundation
import HUDCore

@testable import HUDJob
@testable import HUDTerminal
@testable import hud_demo

/// A recorded `make` that runs again under today's HUD.
struct MakePlayer {
    let recording: Recording
    let camera: Camera
    let hud: HUD
    let follower: ProgressFollower
    /// Also sees what is printed.
    let see: ([UInt8]) -> Void

    init(_ camera: Camera, renderer: any HUDRenderer, see: @escaping ([UInt8]) -> Void = { _ in }) throws {
        self.see = see
        recording = try Recording("make")
        self.camera = camera
        hud = HUD(
            label: "make -j2", timing: HUDTiming(), renderer: renderer,
            clock: camera.terminal.clock)
        hud.progressSource = UnknownProgress()
        follower = try ProgressFollower(.auto, mode: nil)
        follower.shown.hud = hud
    }

    /// Plays it below a command line that is there for a second.
    func play(_ command: String) {
        camera.print("$ " + command)
        see(Array("$ \(command)\n".utf8))
        camera.advance(by: .seconds(1))
        let begin = camera.now
        hud.show()
        for piece in recording.pieces {
            camera.advance(to: begin + piece.time)
            camera.terminal.inlineRenderer.passThrough(piece.bytes)
            piece.bytes.withUnsafeBytes { follower.see($0) }
            see(piece.bytes)
            camera.shoot()
        }
        hud.outcome = .succeeded
        hud.hide()
        camera.advance(by: .milliseconds(500))
        camera.print("$ ", terminator: "")
    }
}

extension Picture {
    /// Grace time, spinner, a bar from the output, and the line that stays.
    static func make() throws -> Film {
        let camera = Camera(columns: 72, rows: 16)
        camera.terminal.inlineRenderer.leavesSummary = true
        try MakePlayer(camera, renderer: camera.terminal.renderer).play("hud-demo --progress auto -- make -j2")
        return camera.end(poster: .seconds(7))
    }

    /// The bezel over a screen of output.
    static func bezel() throws -> Film {
        let camera = Camera(columns: 72, rows: 20)
        let bezel = MemoryBezel(over: camera.terminal)
        camera.terminal.inlineRenderer.leavesSummary = true
        camera.inFront = { bezel.screen }
        try MakePlayer(camera, renderer: bezel) { bezel.see($0) }.play("hud-demo --style bezel --progress auto -- make -j2")
        return camera.end(poster: .seconds(7))
    }
}

import CTerminalSupport
import HUDCore
import HUDLibc
import HUDTerminal
import _StringProcessing  // replacing(_:with:)

/// Shows HUDs on standard error as a program that uses the library does. The command line says what:
///
/// - `style=bezel`, `huds=N`, `mode=`, `label=`, `details=`, `progress=`, `outcome=failed`, `button=`, `animated`;
/// - `theme=`, `spinners=FILE`, `fps=`, `title`, `min-show=S`;
/// - `at=S`: on a clock that stands still at S; otherwise on the live clock. `climb`: progress increases with every frame;
/// - `feed=FILE`: draws a frame for each record of the file, in windows of any size;
/// - `parts=N`: N parts, with rows after 0.1 s: each third fails at once, each third succeeds at once, and the others take 0.4 s, one after the other;
///   `deep`: the others have parts of their own;
/// - `logs=THREADSxLINES`: logs lines from several threads, to the HUDs in turn;
/// - `gate=FIFO`: shows the HUDs until the FIFO is opened; `seconds=S`: for S seconds; otherwise until a line on standard input;
/// - `style=plain`, `style=json`: writes lines; `leave`: the HUD leaves a summary;
/// - `say=TEXT`: prints TEXT on standard output at the end;
/// - `scope=NAME`: see ``Scopes``;
/// - `exit=STATUS`: exits right after `hide`; `crash`: traps while the HUDs are shown.
struct Probe {
    private let settings: Settings
    private let manual: ManualClock?
    private let spinner: Spinner?

    init(words: [String]) throws {
        settings = Settings(words: words)
        manual = settings.isSet("at") || settings.isSet("feed") ? ManualClock() : nil
        spinner = try Self.spinner(of: settings["spinners"])
    }

    func run() async throws {
        let huds = (0..<max(1, settings.number("huds") ?? 1)).map { makeHUD($0) }
        for hud in huds { hud.show(animated: settings.isSet("animated")) }
        if let time = settings.seconds("at") { manual?.advance(by: time) }
        if let path = settings["feed"] { feed(huds, Files.bytes(of: path)) }
        if let logs = settings["logs"] { log(logs, to: huds) }
        wait(huds)
        if settings.isSet("crash") { fatalError("on purpose") }
        for hud in huds {
            if settings["outcome"] == "failed" { hud.outcome = .failed(reason: "on purpose") }
            if settings["outcome"] == "succeeded" { hud.outcome = .succeeded }
            hud.hide(animated: settings.isSet("animated"))
        }
        if let status = settings.number("exit") {
            if let text = settings["say"] { print(text) }
            exit(Int32(status))
        }
        manual?.advance(by: .seconds(60))
        for hud in huds { try await hud.waitUntilHidden() }
        if let text = settings["say"] { print(text) }
    }

    // MARK: The HUDs

    private func makeHUD(_ index: Int) -> HUD {
        let suffix = settings.isSet("huds") ? " \(index)" : ""
        let hud = HUD(
            label: settings.text("label") + suffix, detailsLabel: settings.text("details").replacing("\\n", with: "\n"),
            mode: settings.mode,
            timing: HUDTiming(
                graceTime: .zero, minimumShowTime: settings.seconds("min-show") ?? .zero,
                animationDuration: settings.isSet("animated") ? nil : .zero),
            preferredFramesPerSecond: settings.number("fps") ?? 30,
            renderer: makeRenderer(), clock: manual ?? LiveClock.shared)
        hud.progress = settings.fraction("progress") ?? 0
        if settings.isSet("parts") { hud.rows = .upTo(8, graceTime: .milliseconds(100)) }
        return hud
    }

    private func makeRenderer() -> any HUDRenderer {
        var options = TerminalOptions()
        options.setsWindowTitle = settings.isSet("title")
        let theme = settings["theme"].flatMap { Theme.named($0) }
        if settings["style"] == "bezel" {
            let bezel = BezelRenderer(theme: theme, spinner: spinner, terminal: options)
            bezel.options.button = settings["button"]
            return bezel
        }
        if settings["style"] == "plain" { return PlainRenderer() }
        if settings["style"] == "json" { return JSONRenderer() }
        let inline = InlineRenderer(theme: theme, spinner: spinner, options: options)
        inline.leavesSummary = settings.isSet("leave")
        return inline
    }

    /// The first spinner of a file. For an invalid file there is no spinner, but there must be an error message.
    private static func spinner(of path: String?) throws -> Spinner? {
        guard let path else { return nil }
        do {
            return try SpinnerFile.spinners(in: Files.bytes(of: path)).first
        } catch {
            print(error)
            return nil
        }
    }

    // MARK: What happens to them

    /// Draws a frame for each record: a length, the window's columns and rows, what to log and whether to, and the labels' bytes.
    private func feed(_ huds: [HUD], _ bytes: [UInt8]) {
        var rest = bytes[...]
        while rest.count >= 4 {
            let head = Array(rest.prefix(4))
            rest = rest.dropFirst(4)
            let text = rest.prefix(Int(head[0]))
            rest = rest.dropFirst(text.count)
            var size = winsize()
            size.ws_col = UInt16(head[1])
            size.ws_row = UInt16(head[2])
            _ = ioctl(STDERR_FILENO, UInt(TIOCSWINSZ), &size)
            for (index, hud) in huds.enumerated() {
                hud.mode = HUDMode.allCases[(Int(head[3]) + index) % HUDMode.allCases.count]
                hud.label = String(decoding: text.prefix(text.count / 2), as: UTF8.self)
                hud.detailsLabel = String(decoding: text.dropFirst(text.count / 2), as: UTF8.self)
                hud.progress = Double(head[3]) / 200
                if head[3] % 16 == 0 { hud.log(hud.label) }
            }
            manual?.advance(by: .milliseconds(40))
        }
    }

    private func log(_ what: String, to huds: [HUD]) {
        let numbers = what.split(separator: "x").compactMap { Int($0) }
        guard numbers.count == 2 else { return }
        let (threads, lines) = (numbers[0], numbers[1])
        onThreads(threads) { thread in
            for line in 0..<lines {
                let index = (thread + line) % huds.count
                huds[index].log("thread \(thread) line \(line) hud \(index)")
                if line % 8 == thread { _ = poll(nil, 0, 1) }
            }
        }
    }

    /// A part of a part takes its time while another one of it fails.
    private func runPartsOfPart(_ part: ProgressNode) {
        let inner = part.subprogress(assigningCount: 3, label: part.label + " inner").start()
        let leaf = inner.subprogress(assigningCount: 1, label: part.label + " leaf").start()
        _ = poll(nil, 0, 200)
        inner.subprogress(assigningCount: 1, label: part.label + " broken").start().fail("on purpose")
        _ = poll(nil, 0, 200)
        // It ends its own parts.
        inner.finish()
        leaf.finish()
    }

    private func runParts(_ count: Int, of hud: HUD) {
        hud.work.totalCount = count
        for number in 0..<count {
            let part = hud.work.subprogress(assigningCount: 1, label: "part \(number)").start(totalCount: 4)
            switch number % 3 {
            case 0: part.finish()
            case 1: part.fail("on purpose")
            case _ where settings.isSet("deep"):
                runPartsOfPart(part)
                part.finish()
            default:
                for _ in 0..<4 {
                    _ = poll(nil, 0, 100)
                    part.complete()
                }
                part.finish()
            }
        }
    }

    private func wait(_ huds: [HUD]) {
        if let count = settings.number("parts") { return huds.forEach { runParts(count, of: $0) } }
        if let path = settings["gate"] {
            Files.wait(at: path)
        } else if settings.isSet("climb") {
            for step in 0...100 {
                for hud in huds { hud.progress = Double(step) / 100 }
                _ = poll(nil, 0, Int32(10 * (settings.fraction("seconds") ?? 0)))
            }
        } else if let time = settings.fraction("seconds") {
            let end = LiveClock.shared.now.advanced(by: .milliseconds(Int(time * 1000)))
            while LiveClock.shared.now < end { _ = poll(nil, 0, 5) }
        } else if !settings.isSet("feed") {
            _ = readLine()
        }
    }
}

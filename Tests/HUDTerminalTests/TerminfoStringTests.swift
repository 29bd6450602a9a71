import CNcurses
import Foundation
import Testing

@testable import HUDScreen
@testable import HUDTerminal

@Suite struct TerminfoStringTests {
    /// What `tparm` of ncurses makes of a capability. The caller holds the lock of terminfo.
    private func tparm(_ capability: UnsafePointer<CChar>, _ first: Int, _ second: Int) -> [UInt8]? {
        hud_tparm(capability, Int32(first), Int32(second)).map { TerminfoString(cString: $0).template }
    }

    /// The names of the terminals that terminfo knows on this machine.
    private var terminals: [String] {
        let others = ProcessInfo.processInfo.environment["TERMINFO_DIRS"]?.split(separator: ":").map(String.init) ?? []
        let folders = ["/etc/terminfo", "/lib/terminfo", "/usr/lib/terminfo", "/usr/share/terminfo"] + others
        func entries(of folder: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }
        return folders.flatMap { folder in entries(of: folder).flatMap { entries(of: folder + "/" + $0) } }
    }

    @Test func `Hiding and showing the cursor leaves its look alone`() {
        let names = ["xterm-256color", "tmux-256color", "linux", "vt220"]
        for (name, capabilities) in PseudoTerminal.capabilities(of: names) {
            #expect(capabilities.cursorVisibility.off == Array("\u{1B}[?25l".utf8), "\(name)")
            #expect(capabilities.cursorVisibility.on == Array("\u{1B}[?25h".utf8), "\(name)")
        }
    }

    @Test func `Each terminal's strings are those of tparm`() {
        let numbers = Array(0...300) + [998, 999, 1000, 4095, 32_767]
        var compared = 0
        for terminal in Set(terminals) {
            TerminalCapabilities.terminfo.withLock { _ in
                guard let entry = hud_terminfo_open(terminal, -1) else { return }
                defer { hud_terminfo_close(entry) }
                let before = set_curterm(entry)
                defer { set_curterm(before) }
                for name in ["cuf", "cuu", "cud", "csr", "cup", "setaf", "setab"] {
                    guard let capability = hud_terminfo_string(entry, name) else { continue }
                    let string = TerminfoString(cString: capability)
                    for number in numbers {
                        let pairs = name == "csr" || name == "cup" ? [(0, number), (number, 0), (number, 7)] : [(number, 0)]
                        for (first, second) in pairs {
                            let bytes = string.bytes(first, second)
                            // A C string ends at a zero byte, as of 256.
                            let isEqual = bytes.prefix { $0 != 0 } == tparm(capability, first, second)?[...]
                            #expect(isEqual, "\(terminal) \(name) \(first) \(second)")
                            compared += 1
                        }
                    }
                }
            }
        }
        // Each system has at least the entries of xterm, screen, linux and vt100.
        #expect(compared > 8000)
    }

    @Test(arguments: [
        ("plain", "plain"), ("%p1%d", "7"), ("%p2%d;%p1%d", "-3;7"), ("%i%p1%d %p2%d", "8 -2"), ("100%%", "100%"),
        ("%p1%5d|%p1%03d|%p2%04d|%p2%.3d|%p1%6.2d", "    7|007|-003|-003|    07"), ("%{255}%x %{255}%X %{8}%o", "ff FF 10"),
        ("%p2%x", "fffffffd"), ("%'A'%c%p1%'0'%+%c", "A7"), ("%p3%d", "0"), ("%p1%i%d %i%p1%d %p2%d", "7 8 -2"),
        ("%p1%{2}%*%d %p1%{2}%/%d %p1%{4}%m%d %p1%p2%-%d", "14 3 3 10"), ("%p1%{0}%/%d %p1%{0}%m%d", "0 0"),
        ("%p1%{3}%&%d %p1%{8}%|%d %p1%{2}%^%d %p1%~%d", "3 15 5 -8"), ("%p1%{7}%=%d %p1%{8}%<%d %p1%{8}%>%d %p1%!%d", "1 1 0 0"),
        ("%p1%{0}%A%d %p1%{0}%O%d", "0 1"), ("%p1%Pa%p2%PB%ga%gB%+%d", "4"), ("%?%p1%{7}%=%tyes%eno%;.", "yes."),
        ("%?%p1%{8}%=%tyes%eno%;.", "no."), ("%?%p1%{1}%=%tone%e%p1%{7}%=%tseven%eelse%;.", "seven."),
        ("%?%p2%{1}%=%t%?%p1%ta%eb%;%e%?%{0}%tc%ed%;%;.", "d."), ("%?%{0}%tno%;.", "."), ("a%", "a")
    ])
    func `Each operation is that of tparm`(_ capability: String, _ expected: String) {
        let bytes = TerminfoString(stringLiteral: capability).bytes(7, -3)
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
        let theirs = TerminalCapabilities.terminfo.withLock { _ in tparm(capability, 7, -3) }
        #expect(bytes == theirs)
    }

    @Test func `A character is one byte`() {
        #expect(TerminfoString("%p1%c.".utf8).bytes(0) == [0x80, 0x2E])
        #expect(TerminfoString("%p1%c.".utf8).bytes(256) == [0, 0x2E])
        #expect(TerminfoString("%p1%c".utf8).bytes(256 + 0x41) == [0x41])
    }

    @Test func `Numbers of any size are calculated`() {
        for capability in ["%p1%{0}%~%/%d", "%p1%p1%*%d", "%p1%p2%+%d%i%p1%d", "%p1%{0}%{1}%-%m%d", "%99999999999999999999d"] {
            _ = TerminfoString(capability.utf8).bytes(.min, .max)
        }
    }

    @Test func `Only padding is removed from a capability`() {
        let cases = [
            ("\u{1B}[K$<3>", "\u{1B}[K"), ("$<5/>a$<2*>b", "ab"), ("a$b", "a$b"), ("a$<5", "a$<5"), ("$", "$"), ("$$<1>x", "$x"),
            ("", ""), ("$>a<", "$>a<"), ("a$<1>$<2>", "a"), ("a$<", "a$<")
        ]
        for (capability, bytes) in cases {
            #expect(TerminfoString(capability.utf8).template == Array(bytes.utf8), "\(capability)")
        }
    }

    @Test func `Bytes that are not UTF-8 stay`() {
        #expect(TerminfoString([0x9B, 0x25, 0x70, 0x31, 0x25, 0x64, 0x43]).bytes(5) == [0x9B, 0x35, 0x43])
    }
}

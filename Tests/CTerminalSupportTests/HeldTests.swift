import CTerminalSupport
import Dispatch
import HUDLibc
import Testing

/// Output that is held behind full screens.
@Suite struct HeldTests {
    @Test("Full screens that begin at the same time on several threads keep their output apart")
    func atOnce() {
        for _ in 0..<200 {
            let pairs = (0..<8).map { index -> (file: Int32, readEnd: Int32, writeEnd: Int32) in
                let file = hud_temporary_file()
                let text = "held \(index)"
                #expect(write(file, "written " + text, 8 + text.utf8.count) == 8 + text.utf8.count)
                var ends: [Int32] = [-1, -1]
                #expect(hud_pipe(&ends) == 0)
                return (file, ends[0], ends[1])
            }
            DispatchQueue.concurrentPerform(iterations: pairs.count) {
                #expect(hud_held_begin(pairs[$0].file, pairs[$0].writeEnd))
                var mask = sigset_t()
                let entry = hud_held_lock(pairs[$0].writeEnd, &mask)
                #expect(entry >= 0)
                if entry >= 0 { hud_held_unlock(entry, 8, &mask) }
            }
            #expect(!hud_held_begin(pairs[0].file, pairs[0].writeEnd), "there is no more room")
            hud_held_print()
            for pair in pairs {
                var mask = sigset_t()
                #expect(hud_held_lock(pair.writeEnd, &mask) == -1, "it has been printed")
            }
            for (index, pair) in pairs.enumerated() {
                close(pair.writeEnd)
                var bytes = [UInt8](repeating: 0, count: 64)
                let count = read(pair.readEnd, &bytes, bytes.count)
                #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "held \(index)")
                close(pair.readEnd)
                close(pair.file)
            }
        }
    }
}

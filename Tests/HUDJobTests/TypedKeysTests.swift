import HUDLibc
import Testing

@testable import HUDJob

/// Keys on their way to a job.
@Suite struct TypedKeysTests {
    private static let (interrupt, literalNext): (UInt8, UInt8) = (0x03, 0x16)

    private func withTerminal(_ body: (_ master: Int32, _ slave: Int32) -> Void) throws {
        let (master, slave) = try #require(JobDescriptors.pseudoTerminal(like: -1))
        body(master, slave)
        for descriptor in [master, slave] { _ = hudClose(descriptor) }
    }

    @Test func `Keys wait until the job's terminal takes them`() throws {
        try withTerminal { master, slave in
            var keys = TypedKeys()
            keys.add(Array("one\n".utf8), for: -2, leader: -2, on: master)
            #expect(keys.waiting == Array("one\n".utf8))
            keys.pass(to: master)
            #expect(keys.waiting.isEmpty)
            var bytes = [UInt8](repeating: 0, count: 16)
            #expect(read(slave, &bytes, bytes.count) == 4 && bytes.starts(with: "one\n".utf8))
            keys.add([0x61], for: -2, leader: -2, on: master)
            #expect(keys.take() == [0x61] && keys.take().isEmpty)
        }
    }

    @Test func `The interrupt key counts after the end of the job, unless it is quoted`() throws {
        try withTerminal { master, _ in
            // Without a session the terminal has the same foreground all the time, which stands for the leader.
            let leader = tcgetpgrp(master)
            var keys = TypedKeys()
            keys.add([Self.literalNext, Self.interrupt], for: -2, leader: leader, on: master)
            keys.add([Self.literalNext], for: -2, leader: leader, on: master)
            keys.add([Self.interrupt], for: -2, leader: leader, on: master)
            keys.add(Array("text".utf8), for: -2, leader: leader, on: master)
            #expect(!keys.isInterrupted)
            keys.add([Self.interrupt], for: -2, leader: leader, on: master)
            #expect(keys.isInterrupted)
        }
    }

    @Test func `The interrupt key can be a character like any other`() throws {
        try withTerminal { master, _ in
            var settings = termios()
            tcgetattr(master, &settings)
            withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VINTR)] = 0x78 }
            tcsetattr(master, TCSANOW, &settings)
            var keys = TypedKeys()
            keys.add(Array("a".utf8), for: -2, leader: tcgetpgrp(master), on: master)
            #expect(!keys.isInterrupted)
            keys.add(Array("x".utf8), for: -2, leader: tcgetpgrp(master), on: master)
            #expect(keys.isInterrupted)
        }
    }

    @Test func `A quoted quote quotes nothing`() throws {
        try withTerminal { master, _ in
            let leader = tcgetpgrp(master)
            var keys = TypedKeys()
            keys.add([Self.literalNext, Self.literalNext, Self.literalNext, Self.interrupt], for: -2, leader: leader, on: master)
            #expect(!keys.isInterrupted)
            keys.add([Self.literalNext, Self.literalNext, Self.interrupt], for: -2, leader: leader, on: master)
            #expect(keys.isInterrupted)
        }
    }
}

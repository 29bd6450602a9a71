import HUDCore
import Testing

@testable import HUDScenario

@Suite struct ScenarioTests {
    @Test func `Every line of the format is read`() throws {
        let scenario = try Scenario(
            parsing: """
                # settings
                indicator hud
                grace 0.5
                min-show 1   # a comment behind
                \tanimation 0
                fps 30\r

                at 0 show instant
                at 0 hide instant after 2.5
                at 1 hide after 0
                at 1 progress 1.5
                at 1.000000001 hide instant
                end 4
                """.utf8)
        var expected = Scenario()
        expected.graceTime = .milliseconds(500)
        expected.minimumShowTime = .seconds(1)
        expected.animationDuration = .zero
        expected.framesPerSecond = 30
        expected.end = at(4)
        expected.calls = [
            .init(time: at(0), action: .show(animated: false)),
            .init(time: at(0), action: .hideAfter(.milliseconds(2500), animated: false)),
            .init(time: at(1), action: .hideAfter(.zero, animated: true)),
            .init(time: at(1), action: .progress(1.5)),
            .init(time: at(1.000000001), action: .hide(animated: false))
        ]
        #expect(scenario == expected)
    }

    @Test(arguments: [
        ("hello", 1, "unknown word 'hello'"),
        ("grace 1\nat 0 hop", 2, "unknown call 'hop'"),
        ("at 2 show\n\nat 1 hide", 3, "time goes back"),
        ("at 3 hide\nend 2", 2, "time goes back"),
        ("end 2\nat 3 hide", 2, "after the end"),
        ("grace -1", 1, "bad time '-1' for 'grace'"),
        ("grace 1e3", 1, "bad time '1e3'"),
        ("grace 0.0000000001", 1, "to the nanosecond"),
        ("grace 31536000.000000001", 1, "31536000"),
        ("grace", 1, "'grace' needs a time"),
        ("min-show x", 1, "for 'min-show'"),
        ("at", 1, "'at' needs a time"),
        ("at 0", 1, "needs a call"),
        ("at 0 hide after", 1, "'after' needs a time"),
        ("at 0 hide after -1", 1, "bad time '-1'"),
        ("at 0 hide after 1 instant", 1, "one word too many"),
        ("at 0 show now", 1, "'now' is one word too many"),
        ("at 0 progress", 1, "needs a number"),
        ("at 0 progress 1e-1", 1, "bad progress"),
        ("at 0 progress nan", 1, "bad progress"),
        ("at 0 show\ngrace 1", 2, "settings come first"),
        ("grace 1\ngrace 2", 2, "set already, on line 1"),
        ("end 1\nend 2", 2, "set already, on line 1"),
        ("indicator lamp", 1, "expected hud or activity"),
        ("indicator activity\nat 0 show", 2, "a call of the hud indicator"),
        ("at 0 begin", 1, "a call of the activity indicator"),
        ("\nfps 3\nat 0 show", 2, "'fps' needs an 'end T' line"),
        ("fps 0\nend 1", 1, "bad fps '0'"),
        ("fps 2.5\nend 1", 1, "bad fps"),
        ("at 0 \u{1B}[31mshow", 1, "'\\u{1b}[31mshow'"),
        ("\u{0}", 1, "unknown word")
    ])
    func `A syntax error is reported with its line`(text: String, line: Int, message: String) {
        let error = #expect(throws: ScenarioError.self) { try Scenario(parsing: text.utf8) }
        #expect(error?.line == line)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } == true)
    }

    @Test(
        arguments: [
            (0, "0"), (1, "1"), (0.25, "0.25"), (0.1, "0.1"), (0.00001, "0.00001"), (0.000012345, "0.000012345"),
            (1e-10, "0.0000000001"),
            (0.30000000000000004, "0.30000000000000004")
        ] as [(Double, String)])
    func `Progress is printed in its shortest decimal form`(progress: Double, text: String) {
        let moment = Scenario.Moment.frame(number: 0, time: at(0), progress: progress)
        #expect(moment.json == "{\"t\":0,\"event\":\"frame\",\"n\":0,\"progress\":\(text)}")
    }

    @Test func `Without an end a scenario is played until nothing is pending`() throws {
        var count = 0
        try Scenario(parsing: "grace 31536000\nat 31536000 show".utf8).play { moment in
            if case .event(let event, _) = moment {
                #expect(event == appear(63_072_000))
                count += 1
            }
        }
        #expect(count == 1)
    }

    @Test func `A player stops where its reader does`() throws {
        struct Enough: Error {}
        var count = 0
        let scenario = try Scenario(parsing: "fps 1000\nat 0 show\nend 31536000".utf8)
        #expect(throws: Enough.self) {
            try scenario.play { (_) throws(Enough) in
                count += 1
                if count == 10 { throw Enough() }
            }
        }
        #expect(count == 10)
    }
}

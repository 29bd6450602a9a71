import HUDJob
import Testing

@testable import hud_demo

@Suite struct OptionValueTests {
    private func complaint(_ value: String) -> String? {
        do throws(UsageError) {
            _ = try OptionValue(origin: "--progress", word: CommandArgument(value)).progressPolicy()
            return nil
        } catch { return error.message }
    }

    @Test func `A pattern that can't be used is refused with the option's name and the reason`() {
        let expected = "expected one group, a percentage, or two, done and total, such as 'match:([0-9]+)/([0-9]+)'"
        #expect(complaint("match:([0-9]+)%") == nil)
        #expect(complaint("match:x") == "bad value match:x for --progress: \(expected)")
        #expect(complaint("match:(a)(b)(c)") == "bad value 'match:(a)(b)(c)' for --progress: \(expected)")
        let reason = complaint("match:([0-9]+") ?? ""
        #expect(reason.hasPrefix("bad value 'match:([0-9]+' for --progress: ") && reason.count > 50)
        #expect(complaint("all") == "bad value all for --progress: expected auto, match:REGEX, fd or none")
    }
}

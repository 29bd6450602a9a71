// A wizard: questions between steps that take a while. Each step has a HUD of its own, which is gone when `withHUD` returns, so that the next question
// has the terminal to itself. A question within a step suspends the HUD.
//
//     swift run wizard-example
import Foundation
import HUDTerminal

func ask(_ question: String, default answer: String) -> String {
    print("\(question) [\(answer)] ", terminator: "")
    fflush(nil)
    let line = readLine() ?? ""
    return line.isEmpty ? answer : line
}

// A step of 0.3 s or more is worth a HUD here.
let timing = HUDTiming(graceTime: .milliseconds(300))

let name = ask("Project name?", default: "hello")

let licenses = try await withHUD("Looking for templates", timing: timing) { _ in
    try await Task.sleep(for: .seconds(1))
    return ["MIT", "Apache-2.0"]
}

let license = ask("License (\(licenses.joined(separator: ", ")))?", default: licenses[0])

try await withHUD("Writing files", total: 20, timing: timing) { hud in
    for file in 1...20 {
        try await Task.sleep(for: .milliseconds(50))
        if file == 10 {
            let answer = hud.suspended { ask("README.md exists. Overwrite it?", default: "no") }
            hud.log(answer == "yes" ? "overwrote README.md" : "kept README.md")
        }
        hud.work.complete()
    }
}

print("\(name) is ready, under \(license).")

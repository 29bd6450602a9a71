let words = CommandLine.arguments.dropFirst().map { $0 }
let settings = Settings(words: words)
if settings["scope"] == "capture" {
    Captures(settings).run()
} else if let name = settings["scope"] {
    try await Scopes(name: name, capturesOutput: settings.isSet("captures")).run()
} else {
    try await Probe(words: words).run()
}

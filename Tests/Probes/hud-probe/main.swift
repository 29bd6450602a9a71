let words = CommandLine.arguments.dropFirst().map { $0 }
if let name = Settings(words: words)["scope"] {
    try await Scopes(name: name).run()
} else {
    try await Probe(words: words).run()
}

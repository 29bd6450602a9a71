try await Probe(words: CommandLine.arguments.dropFirst().map { $0 }).run()

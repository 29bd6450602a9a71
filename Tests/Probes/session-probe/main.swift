var words = CommandLine.arguments.dropFirst()
let way = words.popFirst() ?? "return"
try Probe(way: way, number: words.popFirst().flatMap { Int32($0) } ?? 0).run()

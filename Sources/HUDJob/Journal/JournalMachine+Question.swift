// Unfinished lines of a job that has the keyboard: they may be questions.
extension JournalMachine {
    struct Question: Sendable {
        /// The output whose line is shown.
        var output: Int?
        /// Whether the driver was told to make room for it.
        var hasRoom = false
    }

    /// Prints the unfinished lines of an output. A HUD that would cover them makes room until they end.
    mutating func showLine(of id: Int) {
        guard let place = outputs.index(forKey: id) else { return }
        outputs.values[place].showLines()
        question.output = id
        queuePrint(of: id)
    }

    /// Whether an unfinished line is shown, or is about to be.
    var isAsking: Bool {
        guard let id = question.output, let output = outputs[id] else { return false }
        if output.mode == .live { return ends.contains { $0.line?.output == id && $0.line?.goesOn == true } }
        return output.channels.contains { $0.isShown || !$0.urgent.isEmpty }
    }

    /// What the driver must do before anything else is printed.
    mutating func makeRoom() -> Action? {
        let isAsking = isAsking
        if !isAsking { question.output = nil }
        if question.hasRoom == isAsking { return nil }
        question.hasRoom = isAsking
        return .makeRoom(isAsking)
    }
}

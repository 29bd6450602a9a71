/// From the line on screen to the line that is meant: the fewest bytes, cursor at the line's start before and after.
struct LineDiff {
    var capabilities: TerminalCapabilities

    /// The bytes; none where nothing changed.
    ///
    /// - Parameter leading: How many columns from the left are written even so.
    func bytes(from old: CellLine, to new: CellLine, writingAnew leading: Int = 0) -> [UInt8] {
        if old == new, leading == 0 { return [] }
        var output: [UInt8] = []
        var position = 0
        var column = 0
        while column < new.columns {
            guard column < leading || isChanged(column, old, new) else {
                column += 1
                continue
            }
            // Half of a wide character can't be written alone.
            while column > 0, new.cells[column].width == 0 { column -= 1 }
            move(from: &position, to: column, in: new, &output)
            repeat {
                output += Array(new.cells[column].text.utf8)
                column += 1
            } while column < new.columns && (column < leading || isChanged(column, old, new) || new.cells[column].width == 0)
            position = column
        }
        if old.columns > new.columns {
            move(from: &position, to: new.columns, in: new, &output)
            output += Array(capabilities.eraseToEndOfLine.utf8)
        }
        if position > 0 { output.append(UInt8(ascii: "\r")) }
        return output
    }

    private func isChanged(_ column: Int, _ old: CellLine, _ new: CellLine) -> Bool {
        column >= old.columns || old.cells[column] != new.cells[column]
    }

    /// Goes right: by writing again what stands there, or by the terminal's own movement where that is shorter.
    private func move(from position: inout Int, to column: Int, in line: CellLine, _ output: inout [UInt8]) {
        guard column > position else { return }
        let between = line.cells[position..<column].flatMap { Array($0.text.utf8) }
        if let move = capabilities.moveRight(column - position), move.utf8.count < between.count {
            output += Array(move.utf8)
        } else {
            output += between
        }
        position = column
    }
}

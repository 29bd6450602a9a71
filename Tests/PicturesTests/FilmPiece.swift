import HUDTesting

/// A run of cells at a place, and when it is seen.
struct FilmPiece {
    var row: Int
    var column: Int
    var cells: [InMemoryTerminal.Cell]
    /// Whether it is in front of another one.
    var isPatch: Bool
    /// From one frame to before another.
    var times: [Range<Int>]
}

extension Film {
    /// All that the film shows. What is later in the list is in front.
    var pieces: [FilmPiece] { (0..<rows).flatMap { pieces(ofRow: $0) } }

    /// The pieces of a row. If little differs from what the row shows, a frame adds patches in front of it.
    private func pieces(ofRow row: Int) -> [FilmPiece] {
        var bases: [FilmPiece] = []
        var patches: [FilmPiece] = []
        for (number, frame) in frames.enumerated() {
            let cells = frame.screen.rows[row]
            let end = number + 1 < frames.count ? number + 1 : Int.max
            let changes = bases.last.map { Self.changes(from: $0.cells, to: cells) }
            if let changes, changes.reduce(0, { $0 + $1.count }) <= cells.count / 3 {
                Self.extend(&bases[bases.count - 1], to: number..<end)
                for change in changes {
                    let cells = Array(cells[change])
                    Self.add(
                        FilmPiece(row: row, column: change.lowerBound, cells: cells, isPatch: true, times: [number..<end]),
                        to: &patches)
                }
            } else {
                Self.add(FilmPiece(row: row, column: 0, cells: cells, isPatch: false, times: [number..<end]), to: &bases)
                // The last base is the one that is seen.
                if let index = bases.firstIndex(where: { $0.times.last?.lowerBound == number }) {
                    bases.append(bases.remove(at: index))
                }
            }
        }
        return bases + patches
    }

    private static func add(_ piece: FilmPiece, to pieces: inout [FilmPiece]) {
        if let index = pieces.firstIndex(where: { $0.column == piece.column && $0.cells == piece.cells }) {
            extend(&pieces[index], to: piece.times[0])
        } else {
            pieces.append(piece)
        }
    }

    private static func extend(_ piece: inout FilmPiece, to time: Range<Int>) {
        if piece.times.last?.upperBound == time.lowerBound {
            piece.times[piece.times.count - 1] = piece.times[piece.times.count - 1].lowerBound..<time.upperBound
        } else {
            piece.times.append(time)
        }
    }

    /// The columns in which two rows differ, and the few between two of them.
    private static func changes(from old: [InMemoryTerminal.Cell], to new: [InMemoryTerminal.Cell]) -> [Range<Int>] {
        var changes: [Range<Int>] = []
        for column in new.indices where new[column] != old[column] {
            // A patch does not begin or end within a wide character.
            var range = column..<column + 1
            while range.lowerBound > 0, new[range.lowerBound].width == 0 || old[range.lowerBound].width == 0 {
                range = range.lowerBound - 1..<range.upperBound
            }
            while range.upperBound < new.count, new[range.upperBound].width == 0 || old[range.upperBound].width == 0 {
                range = range.lowerBound..<range.upperBound + 1
            }
            if let last = changes.last, range.lowerBound - last.upperBound < 3 {
                changes[changes.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                changes.append(range)
            }
        }
        return changes
    }
}

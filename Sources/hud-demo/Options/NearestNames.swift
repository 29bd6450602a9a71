import HUDJob

/// Similar names, for error messages.
enum NearestNames {
    /// `did you mean one or another? `, or nothing if no name is similar.
    ///
    /// - Parameter prefix: What stands before each name.
    static func advice(for name: String, in names: [String], prefix: String = "") -> String {
        let nearest = of(name, in: names).map { prefix + ShellWord.quoted($0) }
        return nearest.isEmpty ? "" : "did you mean \(nearest.joined(separator: " or "))? "
    }

    /// Up to three names, the most similar first: by edit distance, or because one is a prefix of the other.
    private static func of(_ name: String, in names: [String]) -> [String] {
        // Names are short, so the rest of a long one does not matter.
        let wanted = Array(name.lowercased().unicodeScalars.prefix(40))
        guard !wanted.isEmpty else { return [] }
        var ranked: [(distance: Int, name: String)] = []
        for candidate in names where !ranked.contains(where: { $0.name == candidate }) {
            let letters = Array(candidate.lowercased().unicodeScalars)
            let isBeginning = letters.starts(with: wanted) || wanted.starts(with: letters)
            // Letters in another order are one slip.
            let distance = wanted.sorted() == letters.sorted() ? min(1, distance(wanted, letters)) : distance(wanted, letters)
            if distance <= max(1, wanted.count / 3) || isBeginning { ranked.append((distance, candidate)) }
        }
        // The sort is stable: names at equal distance stay in the order of the list.
        let nearest = ranked.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
        return nearest.prefix(3).map(\.element.name)
    }

    /// The Levenshtein distance.
    private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, otherLetter) in other.enumerated() {
                let changed = diagonal + (letter == otherLetter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}

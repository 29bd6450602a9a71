import HUDLibc

/// GNU make's jobserver in `MAKEFLAGS`: where its tokens are.
///
/// The protocol is in GNU make's manual, *POSIX Jobserver Interaction*. A token is a byte in a pipe. A program that make runs may run one job of its own, and
/// takes a token for each further one, which it gives back when that job has ended.
enum JobserverFlags {
    /// The place of the tokens.
    enum Place: Sendable, Equatable {
        /// A named pipe, since make 4.4.
        case fifo(CommandArgument)
        /// Inherited ends of a pipe: the one to read from, and the one to write to.
        case descriptors(Int32, Int32)
    }

    /// How a program is told of the place.
    enum Way: Sendable {
        case fifo
        case descriptors
        /// To make before 4.2: by an older name, and with a `-j` that has no number. One with a number makes it leave the jobserver.
        case oldDescriptors
    }

    /// The place that `MAKEFLAGS` names; nil if there is no jobserver for this process. The last one counts.
    static func place(in flags: CommandArgument) -> Place? {
        var place: Place?
        for word in words(of: flags).options {
            // The older name is that of make 4.1 and before.
            guard let value = word.dropping(prefix: "--jobserver-auth=") ?? word.dropping(prefix: "--jobserver-fds=") else {
                continue
            }
            if let path = value.dropping(prefix: "fifo:") {
                place = .fifo(path)
                continue
            }
            let ends = value.text.split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) }
            // Negative numbers: make has a jobserver, but not for this recipe.
            if ends.count == 2, let read = ends[0], let write = ends[1], read >= 0, write >= 0 {
                place = .descriptors(read, write)
            } else {
                place = nil
            }
        }
        return place
    }

    /// `MAKEFLAGS` for a job that may take tokens from `place`.
    ///
    /// - Parameters:
    ///   - flags: The value that the job would inherit. Its jobserver and its `-j` are left out.
    ///   - isOld: Whether the job is a make before 4.2.
    static func flags(offering place: Place, limit: Int, in flags: CommandArgument?, isOld: Bool = false) -> CommandArgument {
        var (words, variables) = words(of: flags ?? "")
        // The first word has options of one letter without a dash; a flag in its place would be taken for such letters.
        if let first = words.first, first.utf8.first == UInt8(ascii: "-") { words.insert("", at: 0) }
        if words.isEmpty { words = [""] }
        words =
            [words[0]]
            + words.dropFirst().filter { word in
                !word.utf8.isEmpty && word.dropping(prefix: "-j") == nil && word.dropping(prefix: "--jobserver-") == nil
            }
        let value: CommandArgument =
            switch place {
            case .fifo(let path): CommandArgument(utf8: Array("fifo:".utf8) + path.utf8)
            case .descriptors(let read, let write): CommandArgument("\(read),\(write)")
            }
        words.append(isOld ? "-j" : CommandArgument("-j\(limit)"))
        words.append(CommandArgument(utf8: Array((isOld ? "--jobserver-fds=" : "--jobserver-auth=").utf8) + value.utf8))
        return CommandArgument(utf8: (words + variables).map(\.utf8).joined(separator: [UInt8(ascii: " ")]))
    }

    /// Whether `MAKEFLAGS` can name a folder by its path: programs split its value at blanks, and make expands it.
    static func canName(_ folder: CommandArgument) -> Bool {
        folder.utf8.first == UInt8(ascii: "/")
            && !folder.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "$") }
    }

    /// The options of `MAKEFLAGS`, and the rest: `--` and the variables of make's command line. An option behind `--` would be taken for one of these.
    private static func words(of flags: CommandArgument) -> (options: [CommandArgument], variables: [CommandArgument]) {
        let words = flags.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map {
            CommandArgument(utf8: $0)
        }
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return (Array(words[..<end]), Array(words[end...]))
    }

    /// How a make takes tokens, by the first line of `make --version`.
    ///
    /// Another program than GNU make, and one whose version is not known, takes no tokens or knows both ways.
    static func way(for version: some StringProtocol) -> Way {
        guard version.hasPrefix("GNU Make ") else { return .fifo }
        let words = version.dropFirst("GNU Make ".count).split(separator: " ")
        let numbers = words.first?.split(separator: ".").map { Int($0) ?? 0 } ?? []
        guard let major = numbers.first else { return .fifo }
        let number = (major, numbers.dropFirst().first ?? 0)
        return number < (4, 2) ? .oldDescriptors : number < (4, 4) ? .descriptors : .fifo
    }
}

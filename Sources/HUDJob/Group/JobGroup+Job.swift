import HUDLibc

extension JobGroup {
    /// A command of a group.
    public struct Job: Sendable, Hashable {
        private let content: Content
        private let givenName: CommandArgument?
        /// The names of the jobs that must have succeeded before this one starts. If one of them fails, is cancelled or is skipped, this one is skipped.
        ///
        /// ```swift
        /// let build = JobGroup.Job(["make"], name: "build")
        /// let test = JobGroup.Job(["make", "test"], name: "test", after: ["build"])
        /// let result = try await JobGroup([build, test]).run("Checking")
        /// ```
        ///
        /// A job has the name that it was given, or the value of its template.
        public var after: [CommandArgument] = []

        private enum Content: Sendable, Hashable {
            case words([CommandArgument])
            case shell(CommandArgument)
            case value(CommandArgument, in: Template)
        }

        /// A command and its arguments, found by `PATH`.
        ///
        /// - Parameters:
        ///   - command: The command and its arguments; not empty.
        ///   - name: What the job is called; nil: the command.
        ///   - after: The names of the jobs that must have succeeded before; see ``after``.
        public init(_ command: [String], name: String? = nil, after: [String] = []) {
            self.init(
                words: command.map { CommandArgument($0) }, name: name.map { CommandArgument($0) },
                after: after.map { CommandArgument($0) })
        }

        /// The same for words that need not be UTF-8.
        public init(words command: [CommandArgument], name: CommandArgument? = nil, after: [CommandArgument] = []) {
            precondition(!command.isEmpty, "a job needs a command")
            content = .words(command)
            givenName = name
            self.after = after
        }

        /// A command line for `sh -c`.
        public init(shell line: CommandArgument, name: CommandArgument? = nil, after: [CommandArgument] = []) {
            content = .shell(line)
            givenName = name
            self.after = after
        }

        /// A record of a list of jobs: a command line for `sh -c`, `name: command line`, or `name (after one, other): command line`, whose names are in
        /// ``after``. A name consists of letters, digits, characters beyond ASCII and any of `_-./+@,#:%~[]!`.
        ///
        /// Returns nil for an empty record and for a line that begins with `#`.
        public init?(line: CommandArgument) {
            let bytes = line.utf8
            let trimmed = bytes.trimmed
            guard let first = trimmed.first else { return nil }
            // A comment that is followed by other lines is the shell's.
            if first == UInt8(ascii: "#"), !trimmed.contains(.newline) { return nil }
            let colon = trimmed.indices.dropLast().first { trimmed[$0] == UInt8(ascii: ":") && trimmed[$0 + 1].isBlank }
            if let colon, let head = Self.head(trimmed[..<colon]) {
                self.init(
                    shell: CommandArgument(whole: trimmed[(colon + 1)...].trimmed), name: CommandArgument(utf8: head.name),
                    after: head.after)
            } else {
                self.init(shell: CommandArgument(whole: trimmed))
            }
        }

        /// What is before the colon of a record: a name, and the names behind `(after`. Nil: something else.
        private static func head(_ bytes: ArraySlice<UInt8>) -> (name: ArraySlice<UInt8>, after: [CommandArgument])? {
            let name = bytes.prefix(while: isOfName)
            if name.isEmpty || name.count == bytes.count { return name.isEmpty ? nil : (name, []) }
            let rest = bytes[name.endIndex...].trimmed
            guard rest.starts(with: opening), rest.last == UInt8(ascii: ")"), rest.dropFirst(opening.count).first?.isBlank == true
            else { return nil }
            let names = rest.dropFirst(opening.count).dropLast()
            guard !names.contains(where: { "()".utf8.contains($0) }) else { return nil }
            let split = names.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            return (name, split.map { CommandArgument(utf8: $0.trimmed) })
        }

        private static let opening = Array("(after".utf8)

        /// Whether it is the command line of a record that has a mistake behind `name (after`, which no shell takes for a command.
        var hasBrokenOrder: Bool {
            guard givenName == nil, case .shell(let line) = content, line.utf8.first != UInt8(ascii: "#") else { return false }
            let name = line.utf8.prefix(while: Self.isOfName)
            let rest = line.utf8[name.endIndex...].trimmed
            guard !name.isEmpty, rest.starts(with: Self.opening) else { return false }
            return rest.dropFirst(Self.opening.count).first.map { $0.isBlank || ",:)".utf8.contains($0) } ?? true
        }

        /// The jobs of a list: a line each, as in ``init(line:)``. A byte order mark at its beginning is skipped. An error says if a job comes after a
        /// name that no job has, or that two have, or after itself by way of others.
        ///
        /// - Parameters:
        ///   - bytes: The list.
        ///   - end: What ends a record.
        public static func jobs(inLines bytes: [UInt8], endingIn end: RecordEnd = .lineFeed) throws(JobListError) -> [Job] {
            var list = JobList(endingIn: end)
            let jobs = try list.take(bytes, isLast: true)
            do throws(JobOrder.Problem) {
                _ = try JobOrder.predecessors(in: jobs) { [lines = list.lines] in "line \(lines[$0])" }
            } catch {
                throw JobListError(code: .badOrder(reason: error.reason), line: list.lines[error.job])
            }
            return jobs
        }

        /// A command made of a template and a value, after which it is called. It takes no memory for the template's words.
        public init(_ template: Template, value: CommandArgument) {
            content = .value(value, in: template)
            givenName = nil
        }

        /// The command and its arguments.
        ///
        /// - Parameter number: The number of the job, counted from 1, which a template may contain.
        public func words(number: Int) -> [CommandArgument] {
            switch content {
            case .words(let words): words
            case .shell(let line): ["/bin/sh", "-c", line]
            case .value(let value, let template): template.filled(with: value, number: number)
            }
        }

        /// The name: the one that was given, the value of a template, or the command. A blank one is in quotes.
        public var name: String { shownName.text }

        /// The name as it is shown. A row or a line that begins with nothing would not say which job it is of.
        var shownName: CommandArgument {
            let name = rawName
            guard name.utf8.allSatisfy(\.isBlank) else { return name }
            return CommandArgument(utf8: [UInt8(ascii: "'")] + name.utf8 + [UInt8(ascii: "'")])
        }

        /// The name by which others come after it; nil if it is called by its command.
        var ownName: CommandArgument? {
            if case .value(let value, _) = content { value } else { givenName }
        }

        /// What others need that come after it: its name.
        var remainder: Job { Job(shell: "", name: ownName) }

        /// About how many bytes it takes.
        var size: Int {
            let bytes =
                switch content {
                case .words(let words): words.reduce(0) { $0 + $1.count }
                case .shell(let text), .value(let text, _): text.count
                }
            return bytes + (givenName?.count ?? 0) + after.reduce(0) { $0 + $1.count }
        }

        var rawName: CommandArgument {
            if let givenName { return givenName }
            switch content {
            case .words(let words): return CommandArgument(utf8: words.map(\.utf8).joined(separator: [UInt8(ascii: " ")]))
            case .shell(let text), .value(let text, _): return text
            }
        }

        /// The command as a shell reads it, for the log: words that a shell would divide or change are in quotes.
        func commandLine(number: Int) -> CommandArgument {
            switch content {
            case .shell(let line): line
            case .words, .value:
                CommandArgument(
                    utf8: words(number: number).map { ShellWord.quoted($0.utf8) }.joined(separator: [UInt8(ascii: " ")]))
            }
        }

        /// The word that the command begins with, behind variables that a line sets.
        func program(number: Int) -> CommandArgument {
            switch content {
            case .shell(let line):
                let words = line.utf8.split(whereSeparator: \.isBlank)
                return words.first { !$0.contains(UInt8(ascii: "=")) }.map { CommandArgument(utf8: $0) } ?? ""
            case .words, .value: return words(number: number).first ?? ""
            }
        }

        /// Whether a byte can be in the name before a colon: letters, digits, some punctuation, and everything beyond ASCII.
        private static func isOfName(_ byte: UInt8) -> Bool {
            byte.isLetter || byte.isDigit || byte >= 0x80 || "_-./+@,#:%~[]!".utf8.contains(byte)
        }
    }

    /// A command with places for a value and a number.
    public struct Template: Sendable, Hashable {
        private let words: [[UInt8]]
        private let hasPlace: Bool

        private static let value = Array("{}".utf8)
        private static let number = Array("{#}".utf8)

        /// A command in which `{}` stands for a value and `{#}` for a job's number. A command without `{}` gets the value as its last argument.
        public init(_ command: [CommandArgument]) {
            precondition(!command.isEmpty, "a template needs a command")
            words = command.map(\.utf8)
            hasPlace = words.contains { word in word.indices.contains { word[$0...].starts(with: Self.value) } }
        }

        func filled(with value: CommandArgument, number: Int) -> [CommandArgument] {
            let number = Array(String(number).utf8)
            let filled = words.map { CommandArgument(whole: Self.fill($0, value.utf8, number)) }
            return hasPlace ? filled : filled + [value]
        }

        private static func fill(_ word: [UInt8], _ value: [UInt8], _ number: [UInt8]) -> [UInt8] {
            guard word.contains(UInt8(ascii: "{")) else { return word }
            var result: [UInt8] = []
            var rest = word[...]
            while let first = rest.first {
                if rest.starts(with: Self.value) {
                    result += value
                    rest = rest.dropFirst(Self.value.count)
                } else if rest.starts(with: Self.number) {
                    result += number
                    rest = rest.dropFirst(Self.number.count)
                } else {
                    result.append(first)
                    rest = rest.dropFirst()
                }
            }
            return result
        }
    }
}

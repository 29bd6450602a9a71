import Synchronization

/// Prints lines of this process, or lets what prints other output on the same descriptor print them.
package enum LinePrinters {
    /// The number of lines that were written, or begun, by ``write(line:to:)``.
    package static let lines = Atomic(0)

    /// Who prints the lines for a descriptor instead.
    private static let printers = Mutex<[(descriptor: Int32, printer: any OwnLinePrinter)]>([])

    private static func printer(for descriptor: Int32) -> (any OwnLinePrinter)? {
        printers.withLock { $0.last { $0.descriptor == descriptor }?.printer }
    }

    /// Lets `printer` print the lines for a descriptor until ``endPrinting(by:)``. The last one that was set does it.
    package static func print(linesFor descriptor: Int32, by printer: any OwnLinePrinter) {
        printers.withLock { $0.append((descriptor, printer)) }
    }

    package static func endPrinting(by printer: any OwnLinePrinter) {
        printers.withLock { $0.removeAll { $0.printer === printer } }
    }

    /// Whether so many lines for a descriptor wait that it is better to leave out those that later ones replace.
    static func isBehind(_ descriptor: Int32) -> Bool { printer(for: descriptor)?.isBehind == true }

    /// Writes `line` and a line feed. If the reader has closed the pipe, the line is lost.
    package static func write(line: String, to descriptor: Int32) {
        lines.add(1, ordering: .sequentiallyConsistent)
        var line = line
        if let printer = printer(for: descriptor) {
            guard let rest = printer.take(line: line) else { return }
            line = rest
        }
        line += "\n"
        line.withUTF8 { _ = DescriptorOutput.write(UnsafeRawBufferPointer($0), to: descriptor) }
    }
}

/// Prints lines for a descriptor where they break no line of other output.
package protocol OwnLinePrinter: AnyObject, Sendable {
    /// Takes a line without its line feed. Can be called from any thread.
    ///
    /// - Returns: The line to write instead, if it can't be taken any more; nil if it was taken.
    func take(line: String) -> String?

    /// Whether many lines wait.
    var isBehind: Bool { get }
}

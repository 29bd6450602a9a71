@testable import HUDScreen
@testable import HUDTerminal

/// An element of a stream, and the bytes that the parser took for it.
struct ParsedElement: Equatable {
    var text: String
    var bytes: [UInt8]
    /// Whether it is a run of text, which goes on in the next piece.
    var isRun = false
    /// Whether the parser was between sequences before it.
    var beganInGround = true
}

extension EscapeSequenceParser {
    /// The elements of a stream that is cut into `pieces`, with runs of text joined. The last one has no text, and the bytes after the last element.
    mutating func elements(of pieces: [[UInt8]]) -> [ParsedElement] {
        var all: [ParsedElement] = []
        var taken: [UInt8] = []
        var beganInGround = !isInSequence
        for piece in pieces {
            piece.withUnsafeBytes { bytes in
                var index = 0
                while true {
                    let start = index
                    let element = next(in: bytes, from: &index)
                    taken += bytes[start..<index]
                    guard let element else { break }
                    var parsed = ParsedElement(text: describe(element, bytes), bytes: taken, beganInGround: beganInGround)
                    if case .text = element { parsed.isRun = true }
                    if parsed.isRun, let last = all.last, last.isRun {
                        parsed.bytes = last.bytes + parsed.bytes
                        parsed.text = String(decoding: parsed.bytes, as: UTF8.self)
                        all.removeLast()
                    }
                    all.append(parsed)
                    taken = []
                    beganInGround = !isInSequence
                }
                precondition(index == bytes.count)
            }
        }
        return all + [ParsedElement(text: "", bytes: taken, beganInGround: beganInGround)]
    }

    private func describe(_ element: Element, _ bytes: UnsafeRawBufferPointer) -> String {
        func mark(_ isAmbiguous: Bool) -> String { isAmbiguous ? " ≈" : "" }
        switch element {
        case .text(let range): return String(decoding: bytes[range], as: UTF8.self)
        case .character(let scalar): return Unicode.Scalar(scalar).map { "‹\($0)›" } ?? "no scalar"
        case .invalid: return "‹invalid›"
        case .eightBitControl: return "‹8 bits›"
        case .control(let control): return "‹\(String(control, radix: 16))›"
        case .escape: return "ESC \(text(escape.intermediates))\(Unicode.Scalar(escape.final))" + mark(escape.isAmbiguous)
        case .controlSequence:
            let marker = sequence.marker.map { "\(Unicode.Scalar($0)) " } ?? ""
            return "CSI \(marker)\(text(sequence.parameters))\(text(sequence.intermediates))\(Unicode.Scalar(sequence.final))"
                + mark(sequence.isAmbiguous)
        case .string:
            let contents = String(decoding: string.start.values, as: UTF8.self)
            let alphabet = string.alphabet == .ascii ? "" : " \(string.alphabet)"
            return "\(string.introducer) \(contents) \(string.ending)\(alphabet)" + mark(string.isAmbiguous)
        case .malformed: return "malformed"
        case .canceled: return "canceled"
        }
    }

    private func text(_ intermediates: Intermediates) -> String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: intermediates.packed >> $0) }.filter { $0 != 0 }
        return bytes.map { "'\(Unicode.Scalar($0))' " }.joined()
    }

    private func text(_ parameters: Parameters) -> String {
        (0..<parameters.count).map { (parameters.isDivided($0) ? ":" : "") + "\(parameters[$0]) " }.joined()
            + (parameters.isIncomplete ? "… " : "")
    }
}

extension PrintedStyle {
    /// Applies the parameters of an SGR sequence, as they are written.
    mutating func apply(_ text: [UInt8]) {
        var parameters = EscapeSequenceParser.Parameters()
        let end = text.withUnsafeBytes { parameters.append($0, from: 0) }
        precondition(end == text.count)
        apply(parameters)
    }
}

import CTerminalSupport
import HUDLibc

/// A descriptor that is read to its end, perhaps a terminal, on which a person types lines for this process.
///
/// Their echo moves the rows of a HUD there. A frame can see a line that waits to be read, but not one that has been read already.
struct TypedInput {
    let descriptor: Int32
    private let isTerminal: Bool

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
        if isTerminal { hud_note_typed_lines(0) }
    }

    /// Reads once, up to 64 KB.
    func read(_ take: (UnsafeRawBufferPointer) -> Void) -> JobDescriptors.Reading {
        JobDescriptors.read(descriptor) { bytes in
            if isTerminal { hud_note_typed_lines(Int32(bytes.count)) }
            take(bytes)
        }
    }
}

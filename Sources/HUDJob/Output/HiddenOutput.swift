import HUDLibc
import HUDReports
import HUDTerminal

/// Output that is not printed as it comes: it is kept in case the job fails, collected, or dropped.
///
/// Kept output is in a file without a name, so memory does not grow with it; collected output has a limit.
struct HiddenOutput: ~Copyable {
    private let policy: OutputPolicy
    /// How many of the last lines are printed if the job fails; nil: as the policy says.
    private let tail: Int?
    private var held: HeldOutput?
    private var lines = PrintedLines()
    /// The beginning of the output, if it is collected.
    private(set) var collected: [UInt8] = []
    /// Whether more output has come than is collected.
    private(set) var hasDropped = false

    init(_ policy: OutputPolicy, tail: Int?) {
        self.policy = policy
        self.tail = policy.hides ? tail : nil
    }

    /// Whether a person does not see it, unless the job fails.
    var isUnseen: Bool { policy.hides }

    /// Whether something of it is printed if the job fails.
    var isPrintedOnFailure: Bool { tail != nil || held != nil }

    /// Whether it is kept whole, so that it can be printed.
    var isKept: Bool {
        switch policy {
        case .last, .failure: tail == nil
        case .show, .hide, .collect: false
        }
    }

    /// The last lines, which are shown below the HUD; nil: none are.
    var pane: [String]? { if case .last(let count) = policy, tail == nil { lines.last(count) } else { nil } }

    /// Takes output.
    ///
    /// - Returns: 0, or an errno if it can't be kept: it is printed then, so that nothing is lost.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        if tail != nil {
            lines.append(bytes)
            return 0
        }
        switch policy {
        case .show, .hide: return 0
        case .collect(let limit):
            if hasDropped { return 0 }
            let taken = bytes.prefix(max(0, limit - collected.count))
            collected += taken
            guard taken.count < bytes.count else { return 0 }
            hasDropped = true
            // Not a part of a character, which would make another one.
            collected = Array((collected + [bytes[taken.count]]).textPrefix(collected.count))
            return 0
        case .failure: return hold(bytes)
        case .last:
            lines.append(bytes)
            return hold(bytes)
        }
    }

    private mutating func hold(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        if held == nil { held = HeldOutput() }
        return held?.append(bytes) == true ? 0 : errno
    }

    /// Prints what was kept, as long as `goesOn` says so.
    mutating func release(_ put: (UnsafeRawBufferPointer) -> Bool, while goesOn: () -> Bool) {
        while goesOn(), let piece = held?.next() { _ = piece.withUnsafeBytes(put) }
        held = nil
    }

    /// Prints the last lines, if the job has failed and they are all that is printed, or forgets what was kept.
    mutating func end(failed: Bool, _ put: (UnsafeRawBufferPointer) -> Bool) {
        if let tail, failed { lines.tail(tail).withUnsafeBytes { _ = put($0) } }
        held = nil
    }
}

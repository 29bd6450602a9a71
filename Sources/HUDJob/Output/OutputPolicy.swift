/// What becomes of what a job prints on the terminal.
package enum OutputPolicy: Equatable {
    /// It is seen above the HUD.
    case show
    /// Its last lines are seen in the HUD; all of it where the job fails.
    case last(Int)
    /// It is seen where the job fails.
    case failure
    case hide

    /// As they are written; a number follows the colon.
    package static let names = ["show", "last:", "failure", "hide"]

    /// Reads `show`, `last:N`, `failure` or `hide`; nil where it is none of them.
    package init?(_ text: String) {
        switch text {
        case "show": self = .show
        case "failure": self = .failure
        case "hide": self = .hide
        default:
            let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].elementsEqual("last".utf8), let first = parts[1].first, first != UInt8(ascii: "+"),
                let count = Int(Substring(parts[1])), (1...100).contains(count)
            else { return nil }
            self = .last(count)
        }
    }
}

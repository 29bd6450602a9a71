import CTerminalSupport

/// The driver of ``NotificationPlan``.
extension NotificationPlan {
    /// Does what is planned. Returns whether the notification was sent.
    func carryOut(on descriptor: Int32) -> Bool {
        switch self {
        case .nothing: false
        case .write(let bytes): Self.write(bytes, to: descriptor)
        case .run(let command, let bytes):
            NotificationHelper.output(of: command, milliseconds: 1000) != nil || Self.write(bytes, to: descriptor)
        }
    }

    /// A terminal that takes nothing (^S) is not waited for.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { hud_write_if_ready(descriptor, $0.baseAddress, $0.count, 100) }
    }
}

/// Programs that are asked or told something.
enum NotificationHelper {
    /// What a command prints; nil if it fails or takes longer.
    static func output(of command: [String], milliseconds: Int32) -> String? {
        var words = command.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var output = [CChar](repeating: 0, count: 1024)
        guard hud_run_helper(&words, &output, output.count, milliseconds) == 0 else { return nil }
        return output.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    }

    /// Whether `PATH` has a program of this name.
    static func isInstalled(_ name: String) -> Bool {
        let folders = getenv("PATH").map { String(cString: $0) } ?? ""
        return folders.split(separator: ":").contains { access($0 + "/" + name, X_OK) == 0 }
    }
}

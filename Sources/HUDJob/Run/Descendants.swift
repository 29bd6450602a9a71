import CTerminalSupport
import HUDLibc

/// Processes of our own process group, which has members for which a signal is not meant.
enum Descendants {
    private typealias Member = (process: pid_t, parent: pid_t)

    /// Sends a signal to a child process and to its descendants in our process group, parents before children: otherwise a shell whose command ends first
    /// would start the next one. A descendant that lost its parent is not found.
    static func send(_ signal: Int32, from root: pid_t) {
        var others = members(of: getpgrp())
        var meant: Set = [root]
        kill(root, signal)
        while let index = others.firstIndex(where: { meant.contains($0.parent) }) {
            let member = others.remove(at: index)
            meant.insert(member.process)
            kill(member.process, signal)
        }
    }

    #if canImport(Darwin)
    private static func members(of group: pid_t) -> [Member] {
        var name = [CTL_KERN, KERN_PROC, KERN_PROC_PGRP, group]
        var size = 0
        guard sysctl(&name, 4, nil, &size, nil, 0) == 0 else { return [] }
        // Room for processes that start meanwhile.
        var found = [kinfo_proc](repeating: kinfo_proc(), count: size / MemoryLayout<kinfo_proc>.stride + 64)
        size = found.count * MemoryLayout<kinfo_proc>.stride
        guard sysctl(&name, 4, &found, &size, nil, 0) == 0 else { return [] }
        return found.prefix(size / MemoryLayout<kinfo_proc>.stride).map { ($0.kp_proc.p_pid, $0.kp_eproc.e_ppid) }
    }
    #else
    private static func members(of group: pid_t) -> [Member] {
        guard let processes = opendir("/proc") else { return [] }
        defer { closedir(processes) }
        var members: [Member] = []
        while let entry = readdir(processes) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard let process = pid_t(name) else { continue }
            var facts = hud_process_facts()
            if hud_process_look(process, &facts) != 0, facts.group == group { members.append((process, facts.parent)) }
        }
        return members
    }
    #endif
}

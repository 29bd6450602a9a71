import CTerminalSupport
import HUDLibc

/// The processes of a process group that have not ended.
enum ProcessGroup {
    private typealias Member = (process: pid_t, parent: pid_t)

    /// Whether a process of a group is left. One that has ended is of its group until its parent waits for it: in a container without an init, for as long as
    /// that runs.
    static func isAlive(_ group: pid_t) -> Bool {
        guard kill(-group, 0) == 0 else { return errno == EPERM }
        return members(of: group)?.isEmpty != true
    }

    /// Whether our group is orphaned, as POSIX defines it, so that no keys stop it: no member's parent is in another group of our session. A terminal's first
    /// program is in such a group, and what it starts without job control.
    static var isOrphaned: Bool {
        if hud_is_under_job_control() { return false }
        let (group, session) = (getpgrp(), getsid(0))
        // A parent in another container has the number 0.
        return members(of: group)?.allSatisfy { $0.parent == 0 || getpgid($0.parent) == group || getsid($0.parent) != session }
            == true
    }

    /// Sends a signal to a child process and to its descendants in our process group, which has members for which it is not meant. Parents come before children:
    /// otherwise a shell whose command ends first would start the next one. A descendant that lost its parent is not found.
    static func send(_ signal: Int32, from root: pid_t) {
        var others = members(of: getpgrp()) ?? []
        var meant: Set = [root]
        kill(root, signal)
        while let index = others.firstIndex(where: { meant.contains($0.parent) }) {
            let member = others.remove(at: index)
            meant.insert(member.process)
            kill(member.process, signal)
        }
    }

    /// The processes of a group that have not ended; nil: they can't be found out.
    #if canImport(Darwin)
    private static func members(of group: pid_t) -> [Member]? {
        var name = [CTL_KERN, KERN_PROC, KERN_PROC_PGRP, group]
        var size = 0
        guard sysctl(&name, 4, nil, &size, nil, 0) == 0 else { return nil }
        // Room for processes that start meanwhile.
        var found = [kinfo_proc](repeating: kinfo_proc(), count: size / MemoryLayout<kinfo_proc>.stride + 64)
        size = found.count * MemoryLayout<kinfo_proc>.stride
        guard sysctl(&name, 4, &found, &size, nil, 0) == 0 else { return nil }
        return found.prefix(size / MemoryLayout<kinfo_proc>.stride).filter { Int32($0.kp_proc.p_stat) != SZOMB }.map {
            ($0.kp_proc.p_pid, $0.kp_eproc.e_ppid)
        }
    }
    #else
    private static func members(of group: pid_t) -> [Member]? {
        guard let processes = opendir("/proc") else { return nil }
        defer { closedir(processes) }
        var members: [Member] = []
        while let entry = readdir(processes) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard let process = pid_t(name) else { continue }
            var facts = hud_process_facts()
            if hud_process_look(process, &facts), facts.group == group, !facts.has_ended {
                members.append((process, facts.parent))
            }
        }
        return members
    }
    #endif
}

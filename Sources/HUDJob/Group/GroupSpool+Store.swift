import HUDLibc
import HUDTerminal

extension GroupSpool {
    /// What is kept for one destination.
    struct Store: ~Copyable {
        /// What was put on the shelf, before the rest.
        var shelved: Range<off_t>?
        var memory: [UInt8] = []
        var file: HeldOutput?

        /// Returns false if it does not fit on the file system. Then none of the bytes are kept.
        mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
            if file == nil, memory.count + bytes.count <= GroupSpool.mostInMemory {
                memory += bytes
                return true
            }
            if file == nil {
                file = HeldOutput()
                let isMoved = file != nil && memory.withUnsafeBytes { file?.append($0) == true }
                guard isMoved else {
                    file = nil
                    return false
                }
                memory = []
            }
            return file?.append(bytes) == true
        }

        var isEmpty: Bool { memory.isEmpty && file == nil && shelved == nil }

        /// Puts everything on the shelf. The job has ended, so nothing more comes.
        mutating func move(to shelf: GroupShelf) {
            guard !isEmpty, shelved == nil else { return }
            if file == nil {
                shelved = shelf.put { put in memory.withUnsafeBytes { put($0) } }
                if shelved != nil { memory = [] }
            } else {
                shelved = shelf.put { put in file?.read { put($0) } }
                if shelved != nil { file = nil }
            }
        }

        /// Reads everything. It is still held afterwards.
        func read(from shelf: GroupShelf, _ take: (UnsafeRawBufferPointer) -> Void) {
            if let shelved { shelf.read(shelved, take) }
            memory.withUnsafeBytes { if !$0.isEmpty { take($0) } }
            file?.read(take)
        }

        mutating func drain(from shelf: GroupShelf, _ take: (UnsafeRawBufferPointer) -> Void) {
            if let shelved { shelf.take(shelved, take) }
            shelved = nil
            memory.withUnsafeBytes { if !$0.isEmpty { take($0) } }
            memory = []
            file?.drain(take)
            file = nil
        }
    }
}

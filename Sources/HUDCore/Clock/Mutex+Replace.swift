import Synchronization

extension Mutex where Value: ~Copyable {
    /// Replaces a part of the value, and releases the old one outside the lock: what a program's closure or object runs when it is released can call back.
    ///
    /// - Parameters:
    ///   - new: The new part.
    ///   - swap: Exchanges it with the old one, under the lock.
    package borrowing func replace<Part: Sendable>(with new: Part, _ swap: (inout Value, inout Part) -> Void) {
        let old = withLock { value in
            var part = new
            swap(&value, &part)
            return part
        }
        // Without this, the compiler may release it inside the lock, as soon as it has been replaced.
        withExtendedLifetime(old) {}
    }
}

import Synchronization

/// A sum that many threads add to at once without waiting for each other's cache line.
///
/// A single atomic integer is fast for one thread. With two, its cache line moves between the cores at every addition, which takes seven times as
/// long. So the sum is spread over eight integers (*stripes*), each in a cache line of its own, as in the counters of Linux and of Java's
/// `LongAdder`. A thread adds to the stripe that its stack's address selects; reading adds them up.
///
/// A reader that runs at the same time as additions sees some of them. Everything that happened before the read is in the sum.
@usableFromInline
// Sendable, because its memory is allocated once and accessed by atomic operations alone.
final class StripedCount: @unchecked Sendable {
    /// A power of two.
    @usableFromInline static var stripeCount: Int { 8 }
    /// The size of a cache line in words.
    @usableFromInline static var stride: Int { 64 / MemoryLayout<Int>.size }

    @usableFromInline let stripes: UnsafeMutablePointer<Atomic<Int>>

    init() {
        let words = Self.stripeCount * Self.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: words * MemoryLayout<Atomic<Int>>.stride, alignment: 64)
        stripes = memory.bindMemory(to: Atomic<Int>.self, capacity: words)
        for stripe in 0..<Self.stripeCount { (stripes + stripe * Self.stride).initialize(to: Atomic(0)) }
    }

    deinit {
        UnsafeMutableRawPointer(stripes).deallocate()
    }

    /// The stripe of the calling thread.
    ///
    /// Stacks of threads are 8 MB apart on Linux and 512 KB on macOS, so threads that start one after the other have different stripes. Threads that
    /// share a stripe are slower, and nothing else. Where the stack frame lies differently, one thread uses several stripes.
    @inlinable
    static var ownStripe: Int {
        let address = withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { UInt(bitPattern: $0.baseAddress) }
        return Int(truncatingIfNeeded: address >> 19 ^ address >> 23) & (stripeCount - 1)
    }

    /// Adds `count`. A stripe that overflows saturates.
    @inlinable
    func add(_ count: Int) {
        let stripe = Self.ownStripe
        // Relaxed: no other memory access depends on the order.
        let (old, new) = stripes[stripe &* Self.stride].wrappingAdd(count, ordering: .relaxed)
        if (new < old) != (count < 0) { saturate(stripe, at: count < 0 ? .min : .max) }
    }

    @usableFromInline
    func saturate(_ stripe: Int, at limit: Int) {
        stripes[stripe &* Self.stride].store(limit, ordering: .relaxed)
    }

    /// The sum, limited to what an `Int` holds.
    var sum: Int {
        var sum: Int128 = 0
        for stripe in 0..<Self.stripeCount { sum += Int128(stripes[stripe &* Self.stride].load(ordering: .relaxed)) }
        return Int(clamping: sum)
    }
}

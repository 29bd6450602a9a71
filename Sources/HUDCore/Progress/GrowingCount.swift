import Synchronization

/// A sum that is one integer while one thread adds to it, and a ``StripedCount`` once several do.
///
/// A tree has thousands of nodes, and most of them belong to one thread each. A striped count for each would be half a kilobyte of memory, all of
/// which a reader has to visit. So the first thread adds to an integer in the node itself. The first addition by a thread with another stripe
/// allocates a striped count, which the other threads share.
@usableFromInline
struct GrowingCount: ~Copyable, Sendable {
    /// The stripe of the thread that adds to ``own``; -1 before the first addition.
    @usableFromInline let owner = Atomic<Int>(-1)
    @usableFromInline let own = Atomic<Int>(0)
    /// The sum of the other threads.
    private let others = AtomicLazyReference<StripedCount>()
    /// Whether there are other threads. A reader of thousands of counts looks at this first, because a load of the reference is a call.
    private let hasOthers = Atomic<Bool>(false)

    init() {}

    /// Adds `count`. A sum that does not fit an `Int` saturates.
    @inlinable
    func add(_ count: Int) {
        let stripe = StripedCount.ownStripe
        guard owner.load(ordering: .relaxed) == stripe else { return addAsOther(count, stripe: stripe) }
        // Relaxed: no other memory access depends on the order.
        let (old, new) = own.wrappingAdd(count, ordering: .relaxed)
        if (new < old) != (count < 0) { saturate(at: count < 0 ? .min : .max) }
    }

    @usableFromInline
    @inline(never)
    func addAsOther(_ count: Int, stripe: Int) {
        let (becomesOwner, owner) = owner.compareExchange(expected: -1, desired: stripe, ordering: .relaxed)
        if becomesOwner || owner == stripe { return add(count) }
        let shared = others.load() ?? others.storeIfNil(StripedCount())
        if !hasOthers.load(ordering: .relaxed) { hasOthers.store(true, ordering: .releasing) }
        shared.add(count)
    }

    @usableFromInline
    func saturate(at limit: Int) {
        own.store(limit, ordering: .relaxed)
    }

    /// Makes the sum `value`, within the limits of an `Int`. An addition that another thread makes at the same time counts either before or after that.
    func set(_ value: Int) {
        let others = hasOthers.load(ordering: .acquiring) ? others.load()?.sum ?? 0 : 0
        own.store(Int(clamping: Int128(value) - Int128(others)), ordering: .relaxed)
    }

    /// The sum, limited to what an `Int` holds. Everything that was added before the call is in it.
    var sum: Int {
        let own = own.load(ordering: .relaxed)
        guard hasOthers.load(ordering: .acquiring), let others = others.load() else { return own }
        return Int(clamping: Int128(own) + Int128(others.sum))
    }
}

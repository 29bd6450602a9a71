// The times as parameters of a scope's own: here so that the compiler says what to write instead.

/// Not available: the grace time is part of the timing.
@available(*, unavailable, message: "pass timing: HUDTiming(graceTime: …)")
public func withHUD<Success>(
    _ label: String, total: Int? = nil, unit: ProgressUnit = .items, graceTime: Duration, rows: HUDRows = .none,
    summary: HUDSummary = .never, renderer: (any HUDRenderer)? = nil, clock: (any HUDClock)? = nil,
    capturesOutput: Bool = false, _ body: (HUD) throws -> Success
) rethrows -> Success { fatalError("unavailable") }

/// Not available: the grace time is part of the timing.
@available(*, unavailable, message: "pass timing: HUDTiming(graceTime: …)")
nonisolated(nonsending) public func withHUD<Success>(
    _ label: String, total: Int? = nil, unit: ProgressUnit = .items, graceTime: Duration, rows: HUDRows = .none,
    summary: HUDSummary = .never, renderer: (any HUDRenderer)? = nil, clock: (any HUDClock)? = nil,
    capturesOutput: Bool = false, cancelsOnInterrupt: Bool = false,
    _ body: nonisolated(nonsending) (HUD) async throws -> Success
) async rethrows -> Success { fatalError("unavailable") }

/// Not available: the minimum show time is part of the timing.
@available(*, unavailable, message: "pass timing: HUDTiming(graceTime: …, minimumShowTime: …)")
public func withHUD<Success>(
    _ label: String, total: Int? = nil, unit: ProgressUnit = .items, graceTime: Duration? = nil, minimumShowTime: Duration,
    rows: HUDRows = .none, summary: HUDSummary = .never, renderer: (any HUDRenderer)? = nil, clock: (any HUDClock)? = nil,
    capturesOutput: Bool = false, _ body: (HUD) throws -> Success
) rethrows -> Success { fatalError("unavailable") }

/// Not available: the minimum show time is part of the timing.
@available(*, unavailable, message: "pass timing: HUDTiming(graceTime: …, minimumShowTime: …)")
nonisolated(nonsending) public func withHUD<Success>(
    _ label: String, total: Int? = nil, unit: ProgressUnit = .items, graceTime: Duration? = nil, minimumShowTime: Duration,
    rows: HUDRows = .none, summary: HUDSummary = .never, renderer: (any HUDRenderer)? = nil, clock: (any HUDClock)? = nil,
    capturesOutput: Bool = false, cancelsOnInterrupt: Bool = false,
    _ body: nonisolated(nonsending) (HUD) async throws -> Success
) async rethrows -> Success { fatalError("unavailable") }

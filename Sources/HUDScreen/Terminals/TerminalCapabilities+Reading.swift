import CTerminalSupport

extension TerminalCapabilities {
    /// The capabilities of the terminal on `descriptor`.
    ///
    /// - Returns: nil if `descriptor` is not a terminal, has no terminfo entry, or has one that can't erase a line (`TERM=dumb`). On such a
    ///   terminal nothing can be drawn that could be removed again.
    package init?(descriptor: Int32, options: TerminalOptions = .init(), environment: TerminalEnvironment = .current) {
        guard isatty(descriptor) == 1, let name = environment["TERM"], !name.isEmpty,
            let capabilities = Self.terminfo.withLock({ _ in Self(reading: name, descriptor, options, environment) })
        else { return nil }
        self = capabilities
    }

    private init?(reading name: String, _ descriptor: Int32, _ options: TerminalOptions, _ environment: TerminalEnvironment) {
        guard let entry = TerminfoEntry(name, descriptor: descriptor), let el = entry.string("el") else { return nil }
        self.init(eraseToEndOfLine: el, isUTF8: TextWidth.isUTF8 && !options.usesASCII)
        eraseToEndOfScreen = entry.string("ed") ?? []
        cursorVisibility = Mode(cursorVisibilityOf: entry)
        autowrap = Mode(on: entry.string("smam"), off: entry.string("rmam"))
        wrapsLate = entry.has("xenl")
        moves = CursorMoves(right: entry.parametrized("cuf"), up: entry.parametrized("cuu"), down: entry.parametrized("cud"))
        savedCursor = SavedCursor(save: entry.string("sc"), restore: entry.string("rc"))
        if savedCursor != nil, !eraseToEndOfScreen.isEmpty, moves.up != nil { pinning = Pinning(entry) }
        if entry.string("smcup") != nil, entry.string("cup") != nil, entry.string("clear") != nil {
            leaveFullScreen = entry.string("rmcup")
        }
        if let sgr0 = entry.string("sgr0") {
            styles = Styles(entry, sgr0: sgr0)
            colors = Colors(entry, options.color, environment)
        }
        if environment.hasSynchronizedUpdates || entry.parametrized("Sync") != nil {
            synchronizedUpdate = Mode(on: Array("\u{1B}[?2026h".utf8), off: Array("\u{1B}[?2026l".utf8))
        }
        features = Features(environment)
    }
}

extension TerminalCapabilities.Mode {
    /// `cnorm` and `civis`. What else is in them changes the cursor's look, such as a blinking that the user has chosen.
    init(cursorVisibilityOf entry: borrowing TerminfoEntry) {
        self.init(on: entry.string("cnorm"), off: entry.string("civis"))
        let usual = Self(on: Array("\u{1B}[?25h".utf8), off: Array("\u{1B}[?25l".utf8))
        if off.starts(with: usual.off), on.start(of: usual.on) != nil { self = usual }
    }
}

extension TerminalCapabilities.Pinning {
    init?(_ entry: borrowing TerminfoEntry) {
        guard let csr = entry.parametrized("csr"), let cup = entry.parametrized("cup"), let ind = entry.string("ind") else {
            return nil
        }
        // Some terminfo entries have a line feed for `ind`. A terminal with VT100's `csr` has the IND sequence as well.
        let isLineFeed = ind == [UInt8(ascii: "\n")]
        let index = isLineFeed && csr.template.starts(with: "\u{1B}[".utf8) ? Array("\u{1B}D".utf8) : ind
        // A terminal with ECMA-48's cursor addressing clamps a row number beyond the last row to the last row.
        guard !index.contains(UInt8(ascii: "\n")), cup.template.starts(with: "\u{1B}[%i".utf8) else { return nil }
        self.init(region: csr, address: cup, index: index)
    }
}

extension TerminalCapabilities.Styles {
    init(_ entry: borrowing TerminfoEntry, sgr0: [UInt8]) {
        // sgr0 also contains `rmacs`, which leaves the line-drawing charset. That charset is never entered.
        reset = sgr0
        _ = reset.replaceFirst(entry.string("rmacs") ?? [], with: [])
        bold = entry.string("bold") ?? []
        dim = entry.string("dim") ?? []
        underline = entry.string("smul") ?? []
        reverse = entry.string("rev") ?? []
    }
}

extension TerminalCapabilities.Colors {
    /// The colors of a terminal that has `sgr0`, as the user wants them.
    init(_ entry: borrowing TerminfoEntry, _ choice: ColorChoice, _ environment: TerminalEnvironment) {
        resetPalette = entry.string("oc") ?? []
        if let setaf = entry.parametrized("setaf"), let setab = entry.parametrized("setab") {
            (foreground, background, count) = (setaf, setab, entry.number("colors"))
            if entry.has("RGB") || entry.has("Tc") || environment.saysTrueColor {
                depth = .trueColor
            } else {
                depth = count >= 256 ? .palette : count >= 8 ? .sixteen : .none
            }
        }
        if choice == .always || choice == .auto && environment.forcesColor {
            // ECMA-48's colors, on a terminal that is not known to have any.
            if foreground == nil { (foreground, background, count) = ("\u{1B}[3%p1%dm", "\u{1B}[4%p1%dm", 8) }
            depth = max(depth, .sixteen)
        }
        if choice == .never || choice == .auto && environment.isSet("NO_COLOR") { depth = .none }
    }
}

extension TerminalCapabilities.Features {
    init(_ environment: TerminalEnvironment) {
        hasTaskbarProgress = environment.hasTaskbarProgress
        keepsCutCells = environment.keepsCutCells
        hasTitleStack = environment.hasTitleStack
    }
}

extension [UInt8] {
    /// Where the first occurrence of `part`, which is not empty, begins.
    ///
    /// Not `firstRange(of:)`: that is in the module of regular expressions, which makes a static binary larger by a megabyte.
    func start(of part: some Collection<UInt8>) -> Int? { indices.first { self[$0...].starts(with: part) } }

    /// Replaces the first occurrence of `old` by `new`; false if there is none.
    package mutating func replaceFirst(_ old: [UInt8], with new: [UInt8]) -> Bool {
        guard !old.isEmpty, let start = start(of: old) else { return false }
        replaceSubrange(start..<start + old.count, with: new)
        return true
    }
}

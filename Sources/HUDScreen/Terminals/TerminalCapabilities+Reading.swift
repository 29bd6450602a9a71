import CNcurses
import CTerminalSupport

extension TerminalCapabilities {
    /// The capabilities of the terminal on `descriptor`.
    ///
    /// - Returns: nil if `descriptor` is not a terminal, has no terminfo entry, or has one that can't erase a line (`TERM=dumb`). On such a
    ///   terminal nothing can be drawn that could be removed again.
    package init?(descriptor: Int32, options: TerminalOptions = .init(), environment: TerminalEnvironment = .current) {
        guard isatty(descriptor) == 1, let name = environment["TERM"], !name.isEmpty,
            let capabilities = Self.terminfo.withLock({ _ in Self(reading: name, descriptor, environment) })
        else { return nil }
        self = capabilities
        isUTF8 = isUTF8 && !options.usesASCII
        let isForced = options.color == .always || options.color == .auto && environment.forcesColor
        if isForced, !resetStyle.isEmpty {
            // ECMA-48's colors, on a terminal that is not known to have any.
            if setForeground == nil { (setForeground, setBackground, colorCount) = ("\u{1B}[3%p1%dm", "\u{1B}[4%p1%dm", 8) }
            colorDepth = max(colorDepth, .sixteen)
        }
        if options.color == .never || options.color == .auto && environment.isSet("NO_COLOR") { colorDepth = .none }
    }

    private init?(reading name: String, _ descriptor: Int32, _ environment: TerminalEnvironment) {
        guard let terminal = hud_terminfo_open(name, descriptor) else { return nil }
        defer { hud_terminfo_close(terminal) }
        func parametrized(_ capability: String) -> TerminfoString? {
            hud_terminfo_string(terminal, capability).map { TerminfoString(cString: $0) }
        }
        func string(_ capability: String) -> [UInt8]? {
            parametrized(capability).flatMap { $0.template.isEmpty ? nil : $0.template }
        }
        guard let el = string("el") else { return nil }
        self.init(eraseToEndOfLine: el, isUTF8: TextWidth.isUTF8)
        eraseToEndOfScreen = string("ed") ?? []
        if let civis = string("civis"), let cnorm = string("cnorm") {
            // What else is in them changes the cursor's look, such as a blinking that the user has chosen.
            let (hides, shows) = (Array("\u{1B}[?25l".utf8), Array("\u{1B}[?25h".utf8))
            let isUsual = civis.starts(with: hides) && cnorm.start(of: shows) != nil
            (hideCursor, showCursor) = isUsual ? (hides, shows) : (civis, cnorm)
        }
        if let rmam = string("rmam"), let smam = string("smam") {
            disableAutowrap = rmam
            enableAutowrap = smam
        }
        if let sc = string("sc"), let rc = string("rc") {
            saveCursor = sc
            restoreCursor = rc
        }
        if saveCursor != nil, !eraseToEndOfScreen.isEmpty, parametrized("cuu") != nil, let csr = parametrized("csr"),
            let cup = parametrized("cup"), let ind = string("ind")
        {
            // Some terminfo entries have a line feed for `ind`. A terminal with VT100's `csr` has the IND sequence as well.
            let isLineFeed = ind == [UInt8(ascii: "\n")]
            let index = isLineFeed && csr.template.starts(with: "\u{1B}[".utf8) ? Array("\u{1B}D".utf8) : ind
            // A terminal with ECMA-48's cursor addressing clamps a row number beyond the last row to the last row.
            if !index.contains(UInt8(ascii: "\n")), cup.template.starts(with: "\u{1B}[%i".utf8) {
                pinning = Pinning(region: csr, address: cup, index: index)
            }
        }
        if string("smcup") != nil, string("cup") != nil, string("clear") != nil { leaveFullScreen = string("rmcup") }
        wrapsLate = hud_terminfo_has(terminal, "xenl") != 0
        cursorRight = parametrized("cuf")
        cursorUp = parametrized("cuu")
        cursorDown = parametrized("cud")
        if let sgr0 = string("sgr0") {
            // sgr0 also contains `rmacs`, which leaves the line-drawing charset. That charset is never entered.
            resetStyle = sgr0
            _ = resetStyle.replaceFirst(string("rmacs") ?? [], with: [])
            bold = string("bold") ?? []
            dim = string("dim") ?? []
            underline = string("smul") ?? []
            reverse = string("rev") ?? []
            resetPalette = string("oc") ?? []
            readColors(of: terminal, environment, parametrized("setaf"), parametrized("setab"))
        }
        if environment.hasSynchronizedUpdates || hud_terminfo_string(terminal, "Sync") != nil {
            beginSynchronized = Array("\u{1B}[?2026h".utf8)
            endSynchronized = Array("\u{1B}[?2026l".utf8)
        }
        hasTaskbarProgress = environment.hasTaskbarProgress
        keepsCutCells = environment.keepsCutCells
        hasTitleStack = environment.hasTitleStack
    }

    private mutating func readColors(
        of terminal: UnsafeMutablePointer<TERMINAL>, _ environment: TerminalEnvironment, _ setaf: TerminfoString?,
        _ setab: TerminfoString?
    ) {
        guard let setaf, let setab else { return }
        setForeground = setaf
        setBackground = setab
        colorCount = Int(hud_terminfo_number(terminal, "colors"))
        if hud_terminfo_has(terminal, "RGB") != 0 || hud_terminfo_has(terminal, "Tc") != 0 || environment.saysTrueColor {
            colorDepth = .trueColor
        } else {
            colorDepth = colorCount >= 256 ? .palette : colorCount >= 8 ? .sixteen : .none
        }
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

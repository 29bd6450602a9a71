import HUDCore
import HUDTesting
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDReports
@testable import HUDTerminal

/// Bytes with IEC prefixes, and units with a name, in every view.
@Suite struct ProgressUnitTests {
    private func counted(_ completed: Int, _ total: Int?, _ unit: ProgressUnit) -> ProgressSample {
        ProgressSample(completedUnitCount: completed, totalUnitCount: total, unit: unit)
    }

    private func line(
        _ progress: ProgressSample, rate: Double? = nil, mode: HUDMode = .bar, columns: Int = 70, isUTF8: Bool = true
    ) -> String {
        let snapshot = HUDSnapshot(
            mode: mode, label: "Copying", progress: progress, elapsed: .seconds(7), rate: rate,
            remaining: rate.map { _ in .seconds(65) })
        return InlineView(columns: columns, rows: 1, isUTF8: isUTF8, look: InlineLook()).grid(for: snapshot).text(ofRow: 0)
    }

    // MARK: Numbers

    @Test(
        arguments: [
            (0, "0 B"), (1023, "1023 B"), (1024, "1.00 KiB"), (1029, "1.00 KiB"), (1536, "1.50 KiB"), (10_239, "9.99 KiB"),
            (10_240, "10.0 KiB"), (102_399, "99.9 KiB"), (102_400, "100 KiB"), (1_048_575, "1023 KiB"), (1_048_576, "1.00 MiB"),
            (1 << 30, "1.00 GiB"), (1 << 40, "1.00 TiB"), (1 << 50, "1.00 PiB"), (1 << 60, "1.00 EiB"), (.max, "7.99 EiB")
        ] as [(Int, String)])
    func `A size in powers of 1024 has three digits, or four before the next unit`(bytes: Int, expected: String) {
        #expect(ProgressText.count(counted(bytes, nil, .binaryBytes)) == expected)
    }

    @Test func `A size in powers of 1024 is rounded down, and by less than a digit`() {
        var random = SeededGenerator(stream: 2611)
        for _ in 0..<5000 {
            let count = Int(random.next() >> UInt64.random(in: 1...63, using: &random))
            let text = ProgressText.count(counted(count, nil, .binaryBytes)) ?? ""
            let parts = text.split(separator: " ")
            let power = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"].firstIndex(of: String(parts[1])) ?? 99
            let value = Double(parts[0]) ?? .nan
            let truth = Double(count) / Double(sign: .plus, exponent: 10 * power, significand: 1)
            let step = value < 10 ? 0.01 : value < 100 ? 0.1 : 1
            #expect(
                value <= truth && truth - value < step * (power == 0 ? 0.001 : 1) && value < 1024,
                "\(count): \(text), seed \(SeededGenerator.seed)")
        }
    }

    @Test func `Count and rate have the unit`() {
        #expect(ProgressText.count(counted(1 << 20, 3 << 20, .binaryBytes)) == "1.00/3.00 MiB")
        #expect(ProgressUnit.binaryBytes.text(perSecond: 1_572_864) == "1.50 MiB/s")
        #expect(ProgressUnit.binaryBytes.text(perSecond: 0.5) == "0.5 B/s")
        let files = ProgressUnit.named("files")
        #expect(ProgressText.count(counted(12, 40, files), name: "files") == "12/40 files")
        #expect(ProgressText.count(counted(1, nil, files), name: "files") == "1 files", "the name stays as it is")
        #expect(ProgressText.count(counted(12, 40, files), separator: " of ", name: "files") == "12 of 40 files")
        #expect(files.text(perSecond: 3.14) == "3.1 files/s")
        #expect(files.text(perSecond: 12_345) == "12.3k files/s")
        #expect(files.text(perSecond: 0.05) == "3.0 files/min")
        #expect(ProgressUnit.named("").text(perSecond: 3.14) == "3.1/s")
        #expect(ProgressText.count(counted(12, 40, .named("")), name: "") == "12/40")
    }

    @Test func `A reserved rate is as wide as the widest usual one`() {
        for (unit, name) in [(ProgressUnit.items, 0), (.bytes, 0), (.binaryBytes, 0), (.named("files"), 5), (.named(""), 0)] {
            let rates = [0.2, 3.2, 12.3, 123, 1234, 12_345, 12_345_678].map { unit.text(perSecond: $0).count }
            #expect(rates.max() == InlineFigures.rateColumns(unit, name: name), "\(unit)")
        }
    }

    // MARK: Views

    @Test func `A line has the unit's name after count and rate`() {
        let progress = counted(2, 40, .named("files"))
        #expect(line(progress, rate: 3.2, mode: .annular) == "⠈ Copying   5%  2/40 files 3.2 files/s 0:07, 1:05 left")
        #expect(line(progress, rate: 3.2, mode: .annular, columns: 40) == "⠈ Copying   5% 0:07, 1:05 left")
        #expect(line(counted(1 << 20, 3 << 20, .binaryBytes), mode: .annular) == "⠸ Copying  33% 1.00/3.00 MiB 0:07")
    }

    @Test func `What is completed of an unknown total is beside a spinner, with its rate`() {
        let copied = counted(1 << 20, nil, .binaryBytes)
        let downloading = HUDSnapshot(label: "Copying", progress: copied, elapsed: .seconds(7), rate: 3_145_728)
        #expect(line(copied, rate: 3_145_728, mode: .indeterminate) == "⠋ Copying 1.00 MiB 3.00 MiB/s 0:07, 1:05 left")
        #expect(line(copied, mode: .indeterminate, columns: 20) == "⠋ Copying 0:07")
        // Nothing is counted, or the program has chosen a spinner although there is a total.
        #expect(line(counted(0, nil, .bytes), mode: .indeterminate) == "⠋ Copying 0:07")
        #expect(line(counted(2, 40, .bytes), mode: .indeterminate) == "⠋ Copying 0:07")
        #expect(!line(copied, mode: .text).contains("1.00"))
        let bezel = BezelView(columns: 80, rows: 24, isUTF8: true, look: InlineLook())
        #expect((0..<24).contains { bezel.frame(for: downloading).grid.text(ofRow: $0).contains("1.00 MiB") })
    }

    @Test func `A line has the texts that a program gets`() {
        var random = SeededGenerator(stream: 2612)
        for _ in 0..<500 {
            let total = Int(random.next() >> UInt64.random(in: 1...62, using: &random)) + 1
            let (completed, rate) = (random.int(0..<total), Double.random(in: 0..<1e9, using: &random))
            for unit in [ProgressUnit.items, .bytes, .binaryBytes, .named("files")] {
                let text = line(counted(completed, total, unit), rate: rate, mode: .annular, columns: 140)
                for part in [unit.text(completed, of: total), unit.text(perSecond: rate), ProgressText.elapsed(.seconds(7))] {
                    #expect(text.contains(" " + part), "\(part) in \(text), seed \(SeededGenerator.seed)")
                }
                #expect(text.hasSuffix(", " + ProgressText.remaining(.seconds(65)) + " left"))
            }
        }
    }

    @Test func `A name is measured in columns, and drawn as ASCII where nothing else can be`() {
        let progress = counted(2, 40, .named("界é"))
        #expect(line(progress, rate: 3.2, mode: .annular) == "⠈ Copying   5%  2/40 界é 3.2 界é/s 0:07, 1:05 left")
        #expect(line(progress, mode: .annular, isUTF8: false) == ". Copying   5%  2/40 ?? 0:07")
    }

    @Test func `A name with control characters or a megabyte of text harms no view`() {
        for name in ["\u{1B}[2J\n\t", String(repeating: "界 files", count: 100_000)] {
            let progress = counted(2, 40, .named(name))
            let snapshot = HUDSnapshot(mode: .bar, label: "Copying", progress: progress, rate: 3)
            for columns in [1, 10, 40, 80] {
                let grid = InlineView(columns: columns, rows: 3, isUTF8: true, look: InlineLook()).grid(for: snapshot)
                #expect(grid.columns == columns && !grid.text(ofRow: 0).unicodeScalars.contains { $0.value < 32 })
                let bezel = BezelView(columns: columns, rows: 20, isUTF8: true, look: InlineLook()).frame(for: snapshot).grid
                #expect(bezel.columns <= columns)
            }
            #expect(PlainView(isUTF8: true).heartbeat(of: snapshot).count < 200)
            #expect(!PlainView(isUTF8: true).heartbeat(of: snapshot).contains("\u{1B}"))
        }
    }

    @Test func `Plain lines, a bezel and JSON have the unit`() throws {
        let files = HUDSnapshot(mode: .bar, label: "Copying", progress: counted(2, 40, .named("files")), elapsed: .seconds(30))
        #expect(PlainView(isUTF8: true).heartbeat(of: files) == "Copying: still running after 0:30, 5%, 2 of 40 files")
        let endless = HUDSnapshot(
            mode: .bar, label: "Copying", progress: counted(1 << 20, nil, .binaryBytes), elapsed: .seconds(30))
        #expect(PlainView(isUTF8: true).heartbeat(of: endless) == "Copying: still running after 0:30, 1.00 MiB so far")
        let bezel = BezelView(columns: 80, rows: 24, isUTF8: true, look: InlineLook()).frame(for: files).grid
        #expect((0..<bezel.rows).contains { bezel.text(ofRow: $0).contains("2/40 files") })
        for (unit, name) in [
            (ProgressUnit.named("files"), "files"), (.binaryBytes, "bytes"), (.bytes, "bytes"), (.named(""), "items")
        ] {
            var events = JSONEvents(heartbeatInterval: .seconds(30))
            let snapshot = HUDSnapshot(mode: .bar, progress: counted(2, 40, unit))
            let line = try #require(events.render(snapshot, at: .zero, wallTime: .zero).last)
            #expect(line.text.contains(#""unit":"\#(name)""#))
        }
    }
}

/// Reads a user's spinner file in cli-spinners' format: `{"name": {"interval": 80, "frames": ["…"]}}`.
///
/// `interval` is in milliseconds, 10 to 60000, and may have decimals. `ascii` may hold frames for terminals without UTF-8; other keys
/// are ignored. Frames of different widths are padded with spaces on the right. If a name occurs twice, the last one counts.
public enum SpinnerFile: Sendable {
    /// The maximum size of a file and of its parts.
    enum Limit {
        static let bytes = 1 << 20
        static let spinners = 1000
        static let frames = 1000
    }

    /// The spinners of a file, in the order of the file.
    ///
    /// At most 1 MiB, 1000 spinners, 1000 frames each, and 80 columns a frame. Throws an error with the position. Control characters in
    /// names and frames are made visible.
    public static func spinners(in bytes: [UInt8]) throws(SpinnerFileError) -> [Spinner] {
        guard bytes.count <= Limit.bytes else {
            throw SpinnerFileError(line: 1, column: 1, message: "the file is too large: at most 1 MiB")
        }
        do throws(JSONError) {
            return try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
                let bytes = UnsafeRawBufferPointer(buffer)
                return try spinners(of: JSONCursor(checking: bytes), bytes)
            }
        } catch {
            throw SpinnerFileError(error, in: bytes)
        }
    }

    private static func spinners(of file: JSONCursor, _ bytes: UnsafeRawBufferPointer) throws(JSONError) -> [Spinner] {
        var file = file
        guard file.kind() == .object else {
            throw JSONError(offset: file.offsetOfValue(), message: "expected '{' and the spinners by their names")
        }
        var readers: [String: SpinnerReader] = [:]
        var names: [String] = []
        _ = file.beginObject()
        while let member = file.nextName() {
            let name = HarmlessText.of(member.text(), isUTF8: true)
            let reader = SpinnerReader(
                bytes: bytes, name: name, nameOffset: file.offset(of: member), offset: file.offsetOfValue())
            if readers.updateValue(reader, forKey: name) == nil { names.append(name) }
            guard names.count <= Limit.spinners else {
                throw JSONError(offset: reader.nameOffset, message: "too many spinners: at most \(Limit.spinners)")
            }
            file.skip()
        }
        var spinners: [Spinner] = []
        for name in names { if let reader = readers[name] { spinners.append(try reader.spinner()) } }
        return spinners
    }
}

/// Reads one spinner of a file that is JSON.
private struct SpinnerReader {
    var bytes: UnsafeRawBufferPointer
    var name: String
    /// The byte offsets of the name and of the value.
    var nameOffset: Int
    var offset: Int

    func spinner() throws(JSONError) -> Spinner {
        var cursor = JSONCursor(bytes, at: offset)
        guard cursor.beginObject() else { throw error("expected {\"interval\": 80, \"frames\": [...]}", at: offset) }
        guard (1...Spinner.maximumColumns).contains(TextWidth.of(name)), name.unicodeScalars.count <= Spinner.maximumScalars
        else {
            throw error("expected a name of 1 to \(Spinner.maximumColumns) columns", at: nameOffset)
        }
        // The last of several members with one name counts, as in most readers (RFC 8259, section 4).
        var interval: Int?, frames: Int?, ascii: Int?
        while let member = cursor.nextName() {
            let value = cursor.offsetOfValue()
            switch member {
            case "interval": interval = value
            case "frames": frames = value
            case "ascii": ascii = value
            default: break
            }
            cursor.skip()
        }
        guard let interval else { throw error("expected an \"interval\" in milliseconds", at: offset) }
        guard let frames else { throw error("expected \"frames\": [...]", at: offset) }
        return Spinner(
            name: name, interval: try duration(at: interval), frames: try strings(at: frames, "frames", isUTF8: true),
            asciiFrames: try ascii.map { value throws(JSONError) in try strings(at: value, "ascii", isUTF8: false) })
    }

    private func duration(at offset: Int) throws(JSONError) -> Duration {
        var cursor = JSONCursor(bytes, at: offset)
        guard let milliseconds = cursor.number()?.double, 10...60_000 ~= milliseconds else {
            throw error("\"interval\" is in milliseconds: expected a number from 10 to 60000", at: offset)
        }
        // Rounded to whole nanoseconds: the double nearest to 80.1 is slightly less than 80.1.
        return .nanoseconds(Int64((milliseconds * 1_000_000).rounded()))
    }

    private func strings(at offset: Int, _ key: String, isUTF8: Bool) throws(JSONError) -> [String] {
        var cursor = JSONCursor(bytes, at: offset)
        guard cursor.beginArray() else { throw error("expected a list of frames: \"\(key)\": [\"|\", \"-\"]", at: offset) }
        var places: [Int] = []
        while cursor.nextElement() {
            places.append(cursor.offsetOfValue())
            cursor.skip()
        }
        guard (1...SpinnerFile.Limit.frames).contains(places.count) else {
            let what = places.isEmpty ? "is empty" : "has \(places.count) frames"
            throw error("\"\(key)\" \(what): expected 1 to \(SpinnerFile.Limit.frames) frames", at: offset)
        }
        var frames: [String] = []
        for place in places {
            var cursor = JSONCursor(bytes, at: place)
            guard let frame = cursor.string()?.text() else { throw error("expected a frame in double quotes", at: place) }
            if !isUTF8, !frame.utf8.allSatisfy({ $0 < 0x80 }) { throw error("a frame in \"ascii\" is not ASCII", at: place) }
            let text = HarmlessText.of(frame, isUTF8: isUTF8)
            let width = TextWidth.of(text)
            if width > Spinner.maximumColumns {
                throw error("a frame is \(width) columns wide: at most \(Spinner.maximumColumns)", at: place)
            }
            if frame.unicodeScalars.count > Spinner.maximumScalars {
                throw error("a frame is of too many characters: at most \(Spinner.maximumScalars)", at: place)
            }
            frames.append(frame)
        }
        return frames
    }

    private func error(_ message: String, at offset: Int) -> JSONError {
        let text = name.unicodeScalars.prefix(40).map(\.inMessage).joined() + (name.unicodeScalars.count > 40 ? "..." : "")
        return JSONError(offset: offset, message: "\"\(text)\": " + message)
    }
}

/// Why a spinner file can't be read, and at which position.
public struct SpinnerFileError: Error, Equatable, CustomStringConvertible {
    /// The line, counted from 1.
    public let line: Int
    /// The column in Unicode scalars, counted from 1.
    public let column: Int
    /// What is wrong or what was expected; one line that is safe to print.
    public let message: String

    /// Position and message on one line: `line 3, column 7: expected ',' or '}'`.
    public var description: String { "line \(line), column \(column): \(message)" }
}

extension SpinnerFileError {
    /// Converts a byte offset to a line and a column. A line ends with a line feed, a carriage return, or both.
    init(_ error: JSONError, in bytes: [UInt8]) {
        var line = 1
        // A byte order mark takes no column.
        var column = bytes.starts(with: [0xEF, 0xBB, 0xBF]) && error.offset > 0 ? 0 : 1
        var last: UInt8 = 0
        for byte in bytes.prefix(error.offset) {
            switch byte {
            case 0x0A where last == 0x0D: break
            case 0x0A, 0x0D: (line, column) = (line + 1, 1)
            // A continuation byte of the same scalar.
            case 0x80...0xBF: break
            default: column += 1
            }
            last = byte
        }
        self.init(line: line, column: column, message: error.message)
    }
}

import HUDCore

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
        static let depth = 64
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
            return try spinners(of: try JSONReader.value(in: bytes, depth: Limit.depth))
        } catch {
            throw SpinnerFileError(error, in: bytes)
        }
    }

    private static func spinners(of file: JSONValue) throws(JSONError) -> [Spinner] {
        guard case .object(let members) = file.content else {
            throw JSONError(offset: file.offset, message: "expected '{' and the spinners by their names")
        }
        var latest: [String: JSONValue.Member] = [:]
        var names: [String] = []
        for member in members {
            let name = HarmlessText.of(member.name, isUTF8: true)
            if latest.updateValue(member, forKey: name) == nil { names.append(name) }
            guard names.count <= Limit.spinners else {
                throw JSONError(offset: member.offset, message: "too many spinners: at most \(Limit.spinners)")
            }
        }
        var spinners: [Spinner] = []
        for name in names {
            guard let member = latest[name] else { continue }
            spinners.append(try SpinnerReader(name: name, member: member).spinner())
        }
        return spinners
    }
}

/// Reads one spinner of a file.
private struct SpinnerReader {
    var name: String
    var member: JSONValue.Member

    func spinner() throws(JSONError) -> Spinner {
        guard case .object = member.value.content else {
            throw error("expected {\"interval\": 80, \"frames\": [...]}", at: member.value.offset)
        }
        guard (1...Spinner.maximumColumns).contains(Spinner.columns(name)), name.unicodeScalars.count <= Spinner.maximumScalars
        else {
            throw error("expected a name of 1 to \(Spinner.maximumColumns) columns", at: member.offset)
        }
        guard let interval = member.value.member("interval")?.value else {
            throw error("expected an \"interval\" in milliseconds", at: member.value.offset)
        }
        guard let frames = member.value.member("frames")?.value else {
            throw error("expected \"frames\": [...]", at: member.value.offset)
        }
        let ascii = member.value.member("ascii")?.value
        return Spinner(
            name: name, interval: try duration(interval), frames: try strings(frames, "frames", isUTF8: true),
            asciiFrames: try ascii.map { value throws(JSONError) in try strings(value, "ascii", isUTF8: false) })
    }

    private func duration(_ value: JSONValue) throws(JSONError) -> Duration {
        guard case .number(let milliseconds) = value.content, 10...60_000 ~= milliseconds else {
            throw error("\"interval\" is in milliseconds: expected a number from 10 to 60000", at: value.offset)
        }
        // Rounded to whole nanoseconds: the double nearest to 80.1 is slightly less than 80.1.
        return .nanoseconds(Int64((milliseconds * 1_000_000).rounded()))
    }

    private func strings(_ value: JSONValue, _ key: String, isUTF8: Bool) throws(JSONError) -> [String] {
        guard case .array(let elements) = value.content else {
            throw error("expected a list of frames: \"\(key)\": [\"|\", \"-\"]", at: value.offset)
        }
        guard (1...SpinnerFile.Limit.frames).contains(elements.count) else {
            let what = elements.isEmpty ? "is empty" : "has \(elements.count) frames"
            throw error("\"\(key)\" \(what): expected 1 to \(SpinnerFile.Limit.frames) frames", at: value.offset)
        }
        var frames: [String] = []
        for element in elements {
            guard case .string(let frame) = element.content else {
                throw error("expected a frame in double quotes", at: element.offset)
            }
            if !isUTF8, !frame.utf8.allSatisfy({ $0 < 0x80 }) {
                throw error("a frame in \"ascii\" is not ASCII", at: element.offset)
            }
            let text = HarmlessText.of(frame, isUTF8: isUTF8)
            let width = Spinner.columns(text)
            if width > Spinner.maximumColumns {
                throw error("a frame is \(width) columns wide: at most \(Spinner.maximumColumns)", at: element.offset)
            }
            if frame.unicodeScalars.count > Spinner.maximumScalars {
                throw error("a frame is of too many characters: at most \(Spinner.maximumScalars)", at: element.offset)
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

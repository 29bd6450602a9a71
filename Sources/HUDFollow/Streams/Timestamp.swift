import HUDJob
import HUDLibc

/// Instants of RFC 3339, such as `2024-02-29T12:34:56.789Z`.
enum Timestamp {
    /// The time since 1970; nil if `text` is not an instant.
    static func seconds(_ text: some Collection<UInt8>) -> Duration? {
        let bytes = Array(text.prefix(40))
        guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19]), 1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second <= 60
        else { return nil }
        var index = 19
        var nanoseconds = 0
        if bytes[index] == UInt8(ascii: ".") {
            index += 1
            let digits = bytes[index...].prefix(while: \.isDigit)
            guard !digits.isEmpty, let fraction = number(digits.prefix(9)) else { return nil }
            nanoseconds = fraction
            for _ in min(9, digits.count)..<9 { nanoseconds *= 10 }
            index += digits.count
        }
        guard let zone = offset(bytes[index...]) else { return nil }
        var date = tm()
        (date.tm_year, date.tm_mon, date.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
        (date.tm_hour, date.tm_min, date.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
        return .seconds(timegm(&date) - zone) + .nanoseconds(nanoseconds)
    }

    /// The seconds east of Greenwich in `Z`, `+01:00` or `-03:30`.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(text)
        if bytes == [UInt8(ascii: "Z")] || bytes == [UInt8(ascii: "z")] { return 0 }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = number(bytes[1..<3]),
            let minutes = number(bytes[4..<6])
        else {
            return nil
        }
        let size = hours * 3600 + minutes * 60
        return bytes[0] == UInt8(ascii: "+") ? size : bytes[0] == UInt8(ascii: "-") ? -size : nil
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for digit in digits {
            guard digit.isDigit else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }
}

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
            let digits = bytes[index...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            guard !digits.isEmpty, let fraction = number(digits.prefix(9)) else { return nil }
            nanoseconds = fraction
            for _ in min(9, digits.count)..<9 { nanoseconds *= 10 }
            index += digits.count
        }
        guard let zone = offset(bytes[index...]) else { return nil }
        let seconds = days(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - zone
        return .seconds(seconds) + .nanoseconds(nanoseconds)
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
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }

    /// The days from 1970-01-01 to a date of the Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Counted in eras of 400 years that begin in March.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

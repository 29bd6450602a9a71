extension String {
    /// The bytes of a line with this text.
    var asLine: [UInt8] { Array((self + "\n").utf8) }
}

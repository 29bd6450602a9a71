import HUDLibc

/// What the system says of an error number.
package func errorText(_ number: Int32) -> String { String(cString: strerror(number)) }

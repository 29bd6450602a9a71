// As much of apple/swift-argument-parser's module as the articles need, with its signatures.

/// A type that can be read from an argument.
public protocol ExpressibleByArgument {
    /// Makes a value from an argument.
    init?(argument: String)
}

extension ExpressibleByArgument where Self: RawRepresentable, RawValue == String {
    /// Makes a value from an argument that is its raw value.
    public init?(argument: String) { self.init(rawValue: argument) }
}

extension String: ExpressibleByArgument {
    /// Makes a value from an argument.
    public init?(argument: String) { self = argument }
}

/// A text of the help.
public struct ArgumentHelp: ExpressibleByStringInterpolation {
    /// Makes a text.
    public init(stringLiteral value: String) {}
}

/// An option's value.
@propertyWrapper
public struct Option<Value>: Decodable {
    /// The value.
    public var wrappedValue: Value

    /// Reads the value.
    public init(from decoder: any Decoder) throws { fatalError("a stand-in") }
}

extension Option where Value: ExpressibleByArgument {
    /// Declares an option with a default.
    public init(wrappedValue: Value, help: ArgumentHelp? = nil) { self.wrappedValue = wrappedValue }
}

/// Arguments without a name.
@propertyWrapper
public struct Argument<Value>: Decodable {
    /// The value.
    public var wrappedValue: Value

    /// Reads the value.
    public init(from decoder: any Decoder) throws { fatalError("a stand-in") }

    /// Makes the compiler see the initializers of extensions when a property has no arguments.
    @available(*, unavailable) public init() { fatalError("a stand-in") }
}

extension Argument {
    /// Declares any number of arguments.
    public init<T: ExpressibleByArgument>(help: ArgumentHelp? = nil) where Value == [T] { wrappedValue = [] }
}

/// Options that several commands have.
@propertyWrapper
public struct OptionGroup<Value: ParsableArguments>: Decodable {
    /// The options.
    public var wrappedValue: Value

    /// Reads the options.
    public init(from decoder: any Decoder) throws { fatalError("a stand-in") }

    /// Declares the options.
    public init() { wrappedValue = Value() }
}

/// Options and arguments.
public protocol ParsableArguments: Decodable {
    /// Declares them.
    init()
}

/// A command.
public protocol ParsableCommand: ParsableArguments {
    /// Runs the command.
    mutating func run() throws
}

extension ParsableCommand {
    /// Prints the help.
    public mutating func run() throws {}
}

/// A command with asynchronous work.
public protocol AsyncParsableCommand: ParsableCommand {
    /// Runs the command.
    mutating func run() async throws
}

extension AsyncParsableCommand {
    /// Reads the arguments and runs the command.
    public static func main() async {
        var command = Self()
        try? await command.run()
    }
}

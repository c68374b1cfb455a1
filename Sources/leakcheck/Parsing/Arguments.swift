/// The arguments of a command line, read one option at a time.
///
/// An option's value is the next argument, or follows an equals sign. To give several values,
/// separate them by commas or repeat the option.
struct Arguments {
  private var arguments: ArraySlice<String>
  private var attached: (option: String, value: String)?
  /// The last part of the error message about an argument that is not an option.
  private let hint: String

  init(_ arguments: [String], hint: String = "") {
    self.arguments = arguments[...]
    self.hint = hint
  }

  /// Returns the next option; `nil` at the end of the arguments.
  ///
  /// - Throws: ``CommandError`` if the next argument is not an option, or if the previous option
  ///   was given a value that it does not take.
  mutating func nextOption() throws(CommandError) -> String? {
    if let attached {
      throw CommandError("\(attached.option) takes no value, but '\(attached.value)' was given")
    }
    guard let argument = arguments.popFirst() else { return nil }
    guard argument.hasPrefix("--") else {
      throw CommandError("unexpected argument '\(argument)'\(hint)")
    }
    guard let equals = argument.firstIndex(of: "=") else { return argument }
    let option = String(argument[..<equals])
    attached = (option, String(argument[argument.index(after: equals)...]))
    return option
  }

  /// Returns the next option, after collecting the operands before it.
  ///
  /// - Throws: ``CommandError`` if there are too many operands.
  mutating func nextOption(
    collecting operands: inout [String], upTo limit: Int = .max
  ) throws(CommandError) -> String? {
    while attached == nil, operands.count < limit, let argument = arguments.first,
      !argument.hasPrefix("-")
    {
      operands.append(argument)
      arguments.removeFirst()
    }
    return try nextOption()
  }

  /// Returns the value of the option that was read last.
  mutating func value(of option: String) throws(CommandError) -> String {
    defer { attached = nil }
    guard let value = attached?.value ?? arguments.popFirst(), !value.isEmpty,
      !value.hasPrefix("--")
    else {
      throw CommandError("\(option) expects a value")
    }
    return value
  }

  /// Returns the value of the option that was read last, as a number from 1 to 10,000.
  mutating func count(of option: String) throws(CommandError) -> Int {
    let text = try value(of: option)
    guard let count = Int(text), (1...10_000).contains(count) else {
      throw CommandError("\(option) expects a number from 1 to 10000, not '\(text)'")
    }
    return count
  }

  /// Returns the comma-separated values of the option that was read last.
  mutating func values(of option: String) throws(CommandError) -> [String] {
    try value(of: option).split(separator: ",").map(String.init)
  }

  /// Returns the values of the option that was read last. Each value must be in `known`.
  mutating func values(
    of option: String, called kind: String, among known: [String]
  ) throws(CommandError) -> [String] {
    let values = try values(of: option)
    for value in values where !known.contains(value) {
      throw .unknown(kind, value, among: known)
    }
    return values
  }

  /// Returns the single value of the option that was read last, as a case of `Value`.
  mutating func choice<Value>(
    of option: String, called kind: String, as type: Value.Type = Value.self
  ) throws(CommandError) -> Value
  where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    let text = try value(of: option)
    guard let value = Value(rawValue: text) else {
      throw .unknown(kind, text, among: Value.allCases.map(\.rawValue))
    }
    return value
  }

  /// Returns the values of the option that was read last, each as a case of `Value`.
  mutating func choices<Value>(
    of option: String, called kind: String, as type: Value.Type = Value.self
  ) throws(CommandError) -> [Value]
  where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    let known = Value.allCases.map(\.rawValue)
    return try values(of: option, called: kind, among: known).compactMap(Value.init(rawValue:))
  }
}

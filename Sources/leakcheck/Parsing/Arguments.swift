/// The words of a command line, read one option at a time.
///
/// An option's value is the next word, or follows an equals sign. To give several values, separate
/// them by commas or repeat the option.
struct Arguments {
  private var words: ArraySlice<String>
  private var attached: (option: String, value: String)?
  /// The last part of the error message about a word that is not an option.
  private let hint: String

  init(_ words: [String], hint: String = "") {
    self.words = words[...]
    self.hint = hint
  }

  /// Returns the next option; `nil` at the end of the words.
  ///
  /// - Throws: ``UsageError`` if the next word is not an option, or if the previous option was
  ///   given a value that it does not take.
  mutating func nextOption() throws(UsageError) -> String? {
    if let attached {
      throw UsageError("\(attached.option) takes no value, but '\(attached.value)' was given")
    }
    guard let word = words.popFirst() else { return nil }
    guard word.hasPrefix("--") else {
      throw UsageError("unexpected argument '\(word)'\(hint)")
    }
    guard let equals = word.firstIndex(of: "=") else { return word }
    let option = String(word[..<equals])
    attached = (option, String(word[word.index(after: equals)...]))
    return option
  }

  /// Returns the next option, after collecting the operands before it.
  ///
  /// - Throws: ``UsageError`` if there are too many operands.
  mutating func nextOption(
    collecting operands: inout [String], upTo limit: Int = .max
  ) throws(UsageError) -> String? {
    while attached == nil, operands.count < limit, let word = words.first, !word.hasPrefix("-") {
      operands.append(word)
      words.removeFirst()
    }
    return try nextOption()
  }

  /// Returns the value of the option that was read last.
  mutating func value(of option: String) throws(UsageError) -> String {
    defer { attached = nil }
    guard let value = attached?.value ?? words.popFirst(), !value.isEmpty, !value.hasPrefix("--")
    else {
      throw UsageError("\(option) expects a value")
    }
    return value
  }

  /// Returns the value of the option that was read last, as a number from 1 to 10,000.
  mutating func count(of option: String) throws(UsageError) -> Int {
    let text = try value(of: option)
    guard let count = Int(text), (1...10_000).contains(count) else {
      throw UsageError("\(option) expects a number from 1 to 10000, not '\(text)'")
    }
    return count
  }

  /// Returns the comma-separated values of the option that was read last.
  mutating func values(of option: String) throws(UsageError) -> [String] {
    try value(of: option).split(separator: ",").map(String.init)
  }

  /// Returns the values of the option that was read last. Each value must be in `known`.
  mutating func values(
    of option: String, called kind: String, among known: [String]
  ) throws(UsageError) -> [String] {
    let values = try values(of: option)
    for value in values where !known.contains(value) {
      throw .unknown(kind, value, among: known)
    }
    return values
  }

  /// Returns the single value of the option that was read last, as a case of `Value`.
  mutating func choice<Value>(
    of option: String, called kind: String, as type: Value.Type = Value.self
  ) throws(UsageError) -> Value
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
  ) throws(UsageError) -> [Value]
  where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    let known = Value.allCases.map(\.rawValue)
    return try values(of: option, called: kind, among: known).compactMap(Value.init(rawValue:))
  }
}

/// An option of a subcommand. Its declaration defines the parser, suggestions, help, completions,
/// the manual page and the keys of the configuration file.
struct OptionDeclaration<Options> {
  let summary: OptionSummary
  /// Reads the value of the option, if the option takes one, and stores the value.
  let read: (inout Options, inout Arguments) throws(CommandError) -> Void

  /// Declares an option that takes a value.
  ///
  /// - Parameters:
  ///   - name: The option's name: `--format`.
  ///   - value: The kind of the option's value.
  ///   - help: One or two sentences without a final period.
  init(
    _ name: String, _ value: OptionValue, _ help: String,
    read: @escaping (inout Options, inout Arguments) throws(CommandError) -> Void
  ) {
    self.init(summary: OptionSummary(name: name, value: value, help: help), read: read)
  }

  /// Declares a flag.
  init(
    _ name: String, _ help: String,
    read: @escaping (inout Options, inout Arguments) throws(CommandError) -> Void
  ) {
    self.init(summary: OptionSummary(name: name, help: help), read: read)
  }

  private init(
    summary: OptionSummary,
    read: @escaping (inout Options, inout Arguments) throws(CommandError) -> Void
  ) {
    self.summary = summary
    self.read = read
  }

  /// A copy of this option that the configuration file may set as well.
  var configurable: OptionDeclaration {
    var summary = summary
    summary.isConfigurable = true
    return OptionDeclaration(summary: summary, read: read)
  }

  /// A copy of this option that is declared to affect neither the findings nor the exit status.
  var presentation: OptionDeclaration {
    var summary = summary
    summary.isPresentation = true
    return OptionDeclaration(summary: summary, read: read)
  }
}

extension Array {
  /// Returns these options, listed under a heading of the help.
  func headed<Options>(_ heading: String) -> [OptionDeclaration<Options>]
  where Element == OptionDeclaration<Options> {
    map { $0.under(heading) }
  }

  /// Returns these options for the type `Outer`. Their values are stored in the property of `Outer`
  /// at `path`.
  func lifted<Inner, Outer>(
    to path: WritableKeyPath<Outer, Inner>
  ) -> [OptionDeclaration<Outer>] where Element == OptionDeclaration<Inner> {
    map { $0.lifted(to: path) }
  }

  /// Returns the options that affect the findings or the exit status, each as one or two
  /// arguments.
  ///
  /// - Parameter arguments: The options of a valid command line.
  func decisiveArguments<Options>(in arguments: some Sequence<String>) -> [String]
  where Element == OptionDeclaration<Options> {
    var rest = Array<String>(arguments)[...]
    var result: [String] = []
    while let word = rest.popFirst() {
      let name = String(word.prefix { $0 != "=" })
      guard let option = lazy.map(\.summary).first(where: { $0.name == name }) else { continue }
      var values: [String] = []
      if name != word {
        values = [String(word.dropFirst(name.count + 1))]
      } else if option.value != nil, let value = rest.popFirst() {
        values = [value]
      }
      if !option.isPresentation { result += [name] + values }
    }
    return result
  }
}

extension OptionDeclaration {
  fileprivate func under(_ heading: String) -> OptionDeclaration {
    var summary = summary
    summary.heading = heading
    return OptionDeclaration(summary: summary, read: read)
  }

  fileprivate func lifted<Outer>(to path: WritableKeyPath<Outer, Options>) -> OptionDeclaration<
    Outer
  > {
    OptionDeclaration<Outer>(summary: summary) { (outer, arguments) throws(CommandError) in
      try read(&outer[keyPath: path], &arguments)
    }
  }
}

/// The description of an option in help, completions and the manual page.
struct OptionSummary: Equatable, Sendable {
  /// The option's name: `--format`.
  var name: String
  /// The kind of the option's value; `nil` for a flag.
  var value: OptionValue?
  var help: String
  /// The heading under which the help lists the option.
  var heading = "Options"
  /// A Boolean value indicating whether the configuration file may set the option.
  var isConfigurable = false
  /// A Boolean value indicating whether the option affects only how results are shown, and neither
  /// the findings nor the exit status.
  var isPresentation = false

  /// The key in the configuration file: `failOn` for `--fail-on`.
  var key: String {
    let words = name.drop { $0 == "-" }.split(separator: "-")
    return words.enumerated().map { $0.offset == 0 ? String($0.element) : $0.element.capitalized }
      .joined()
  }

  static let help = OptionSummary(name: "--help", help: "show this help")
}

/// The kind of an option's value.
struct OptionValue: Equatable, Sendable {
  /// The completions that a shell offers for a value.
  enum Completion: Equatable, Sendable {
    case nothing, files, folders
    case words([String])
  }

  /// The placeholder of the value in help: `DIR`.
  var placeholder: String
  var completion: Completion
  /// A Boolean value indicating whether the option takes several values, separated by commas.
  var isList = false

  static func text(_ placeholder: String) -> OptionValue {
    OptionValue(placeholder: placeholder, completion: .nothing)
  }

  static func file(_ placeholder: String = "FILE") -> OptionValue {
    OptionValue(placeholder: placeholder, completion: .files)
  }

  static let folder = OptionValue(placeholder: "DIR", completion: .folders)

  static func one(of words: [String], _ placeholder: String) -> OptionValue {
    OptionValue(placeholder: placeholder, completion: .words(words))
  }

  static func some(of words: [String], _ placeholder: String) -> OptionValue {
    OptionValue(placeholder: placeholder, completion: .words(words), isList: true)
  }
}

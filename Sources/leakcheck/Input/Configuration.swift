import Foundation

/// The configuration file, which contains command-line options that a team shares.
///
/// The keys of the file are the names of options, such as `failOn` for `--fail-on`. The options are
/// placed before the command-line arguments. An option of the file is ignored if the command
/// line contains the same option.
enum Configuration {
  /// The name of the file, which is searched for in the current folder.
  static let fileName = ".leakcheck.json"

  /// The maximum size of the file, in bytes.
  private static let maxSize = 1 << 20

  static let explanation = [
    "\(fileName) in the current folder sets options for all subcommands that have them. An option"
      + " on the command line replaces the option in the file. An unknown key is an error."
      + " LEAKCHECK_CONFIG=FILE selects another file, and an empty value selects no file."
  ]

  static let example =
    #"{ "failOn": "held", "baseline": "leaks.json", "suppress": ["URLSession*"], "format": ["md"] }"#

  /// Returns the command-line arguments, preceded by the arguments from the configuration file.
  ///
  /// - Throws: ``CommandError`` if the file is invalid.
  static func arguments(
    for subcommand: Subcommand, before arguments: [String]
  ) throws(CommandError) -> [String] {
    guard Subcommand.shown.contains(subcommand) else { return arguments }
    let named = ProcessInfo.processInfo.environment["LEAKCHECK_CONFIG"]
    if named?.isEmpty == true { return arguments }
    let path = named ?? fileName
    guard named != nil || exists(path) else { return arguments }
    let bytes = try InputFile.bytes(at: path, as: "configuration", limit: maxSize)
    return try self.arguments(in: bytes, path: path, for: subcommand, before: arguments)
  }

  /// Returns whether there is a file, or a symbolic link whose file may be missing.
  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Returns the command-line arguments, preceded by the arguments from a configuration file's
  /// contents.
  static func arguments(
    in bytes: [UInt8], path: String, for subcommand: Subcommand, before arguments: [String]
  ) throws(CommandError) -> [String] {
    guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
      throw CommandError("the configuration '\(path)' is not a JSON object")
    }
    let known = Subcommand.shown.flatMap(\.description.options).filter(\.isConfigurable)
    let own = subcommand.description.options
    let given = Set(arguments.prefix { $0 != "--" }.map { String($0.prefix { $0 != "=" }) })
    var result: [String] = []
    for (key, value) in object.sorted(by: { $0.key < $1.key }) {
      guard let option = known.first(where: { $0.key == key }) else {
        let unknown = CommandError.unknown("key", key, among: Set(known.map(\.key)).sorted())
        throw CommandError("the configuration '\(path)': \(unknown)")
      }
      let texts = try texts(of: value, for: option, path: path)
      guard own.contains(where: { $0.name == option.name }), !given.contains(option.name) else {
        continue
      }
      result += texts
    }
    return result + arguments
  }

  /// Returns an option of the file as command-line arguments, such as `--fail-on=held`.
  private static func texts(
    of value: Any, for option: OptionSummary, path: String
  ) throws(CommandError) -> [String] {
    let subject = "the configuration '\(path)': \(option.key)"
    guard let declared = option.value else {
      guard let isOn = value as? Bool else {
        throw CommandError("\(subject) expects true or false")
      }
      return isOn ? [option.name] : []
    }
    var values: [String] = []
    for element in value as? [Any] ?? [value] {
      if let text = element as? String, !text.isEmpty {
        values.append(text)
      } else if let number = element as? Int, !(element is Bool) {
        values.append(String(number))
      } else {
        throw CommandError("\(subject) expects text, a number, or a list of them")
      }
    }
    guard values.count == 1 || declared.isList else {
      throw CommandError("\(subject) expects one value, not \(values.count)")
    }
    return values.map { "\(option.name)=\(resolved($0, declared, path))" }
  }

  /// Returns a value from the configuration file in the form that it has on a command line. A
  /// relative path is resolved against the folder of the configuration file.
  private static func resolved(_ text: String, _ value: OptionValue, _ path: String) -> String {
    guard [.files, .folders].contains(value.completion), !text.hasPrefix("/"),
      let slash = path.lastIndex(of: "/")
    else { return text }
    return path[...slash] + text
  }
}

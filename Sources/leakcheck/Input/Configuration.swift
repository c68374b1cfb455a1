import Foundation
import Reporting

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
    guard Subcommand.shown.contains(subcommand), let path else { return arguments }
    let bytes = try InputFile.bytes(at: path, as: "configuration", limit: maxSize)
    return try self.arguments(in: bytes, path: path, for: subcommand, before: arguments)
  }

  /// Returns the given error. If it is about an option that the configuration file sets, the
  /// message also contains the path of the file.
  ///
  /// - Parameter arguments: The arguments from the file.
  static func attributed(
    _ error: CommandError, to arguments: some Sequence<String>
  ) -> CommandError {
    let options = arguments.map { String($0.prefix { $0 != "=" }) }
    guard let path, let option = error.option, options.contains(option) else { return error }
    return CommandError("\(error) (set in '\(path)')")
  }

  /// The path of the configuration file; `nil` if there is none.
  private static var path: String? {
    if let named = ProcessInfo.processInfo.environment["LEAKCHECK_CONFIG"] {
      return named.isEmpty ? nil : named
    }
    return exists(fileName) ? fileName : nil
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
    let document: JSONText
    do throws(JSONTextError) {
      document = try JSONText(parsing: bytes)
    } catch {
      throw CommandError("\(path):\(error)")
    }
    guard case .object(let members) = document.value else {
      throw CommandError("the configuration '\(path)' is not a JSON object")
    }
    let known = Subcommand.shown.flatMap(\.description.options).filter(\.isConfigurable)
    let own = subcommand.description.options
    let given = Set(arguments.prefix { $0 != "--" }.map { String($0.prefix { $0 != "=" }) })
    var result: [String] = []
    for member in members.sorted(by: { $0.key < $1.key }) {
      guard let option = known.first(where: { $0.key == member.key }) else {
        let unknown = CommandError.unknown("key", member.key, among: Set(known.map(\.key)).sorted())
        throw CommandError("the configuration '\(path)': \(unknown)")
      }
      let texts = try texts(of: member.value, for: option, path: path)
      guard own.contains(where: { $0.name == option.name }), !given.contains(option.name) else {
        continue
      }
      result += texts
    }
    return result + arguments
  }

  /// Returns an option of the file as command-line arguments, such as `--fail-on=held`.
  private static func texts(
    of value: JSONText, for option: OptionSummary, path: String
  ) throws(CommandError) -> [String] {
    let subject = "the configuration '\(path)': \(option.key)"
    guard let declared = option.value else {
      guard case .bool(let isOn) = value.value else {
        throw CommandError("\(subject) expects true or false")
      }
      return isOn ? [option.name] : []
    }
    var elements = [value]
    if case .array(let list) = value.value { elements = list }
    var values: [String] = []
    for element in elements {
      switch element.value {
      case .string(let text) where !text.isEmpty: values.append(text)
      case .number(let text): values.append(text)
      default: throw CommandError("\(subject) expects text, a number, or a list of them")
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

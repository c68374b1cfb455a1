import Reporting

/// The output of `--help` for a subcommand.
struct HelpText {
  /// The column at which descriptions of options begin.
  private static let indent = 24

  let description: CommandDescription
  let width: Int

  /// - Parameter width: The number of characters in a line.
  init(of description: CommandDescription, width: Int) {
    self.description = description
    self.width = width
  }

  var text: String {
    var lines = ["usage: leakcheck \(description.name) \(description.synopsis)", ""]
    for paragraph in description.discussion {
      lines += Self.filled(paragraph, width: width, indent: 0) + [""]
    }
    for heading in description.headings {
      lines.append("\(heading):")
      lines += description.options.filter { $0.heading == heading }.flatMap(line)
      lines.append("")
    }
    let keys = description.options.filter(\.isConfigurable).map(\.key)
    if !keys.isEmpty {
      lines += Self.filled(
        "\(Configuration.fileName) may set: \(keys.joined(separator: ", ")); see leakcheck --help",
        width: width, indent: 0)
      lines.append("")
    }
    let statuses = description.statuses.map { "\($0.status) \($0.meaning)" }
    lines += Self.filled(
      "exit status: " + statuses.joined(separator: "; "), width: width, indent: 0)
    return lines.joined(separator: "\n")
  }

  private func line(for option: OptionSummary) -> [String] {
    Self.entry(
      "  \(option.name)" + (option.value.map { " \($0.placeholder)" } ?? ""), option.help,
      width: width)
  }

  /// Returns a word with its description in the second column.
  private static func entry(_ word: String, _ text: String, width: Int) -> [String] {
    let lines = filled(text, width: width, indent: indent)
    guard word.count < indent - 1, let first = lines.first else { return [word] + lines }
    return [word + first.dropFirst(word.count)] + lines.dropFirst()
  }

  /// Divides text at spaces into indented lines of at most `width` characters. Only a line with a
  /// single word may be longer.
  static func filled(_ text: String, width: Int, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(margin + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [margin + line]
  }

  /// Returns the output of `leakcheck --help`.
  static func overview(width: Int) -> String {
    let commands = Subcommand.shown.map(\.description)
    var lines = ["leakcheck: finds leaked objects and retain cycles in Swift programs", ""]
    lines += ["usage: leakcheck SUBCOMMAND [OPTIONS]", ""]
    lines += commands.flatMap { entry("  \($0.name)", $0.summary, width: width) }
    lines.append("")
    lines += entry(
      "  --help",
      "show this text; after a subcommand, show its help (also: leakcheck help SUBCOMMAND)",
      width: width)
    lines += entry("  --version", "the version", width: width)
    lines.append("")
    for paragraph in Configuration.explanation {
      lines += filled(paragraph, width: width, indent: 0)
    }
    lines += ["", "  " + Configuration.example, ""]
    lines += filled(
      "exit status: "
        + Subcommand.statuses.map { "\($0.status) \($0.meaning)" }.joined(separator: "; "),
      width: width, indent: 0)
    return lines.joined(separator: "\n")
  }
}

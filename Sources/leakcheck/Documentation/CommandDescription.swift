/// The description of a subcommand in help, completions and the manual page.
struct CommandDescription {
  /// The kind of operands, which determines what a shell completes.
  enum Operand: Equatable {
    case none, program, files
    case words([String])
  }

  var name: String
  /// The text after the name in the usage line.
  var synopsis: String
  /// The purpose of the subcommand, on one line.
  var summary: String
  /// The paragraphs of the discussion.
  var discussion: [String]
  var options: [OptionSummary]
  var operand = Operand.none
  /// The exit statuses with their meanings.
  var statuses: [(status: Int32, meaning: String)]

  /// The headings of the options, in order.
  var headings: [String] {
    var seen: Set<String> = []
    return options.map(\.heading).filter { seen.insert($0).inserted }
  }

  init<Options>(
    _ name: String, _ synopsis: String, summary: String, discussion: [String],
    options: [OptionDeclaration<Options>], operand: Operand = .none,
    statuses: [(status: Int32, meaning: String)]
  ) {
    self.name = name
    self.synopsis = synopsis
    self.summary = summary
    self.discussion = discussion
    self.options = options.map(\.summary)
    self.operand = operand
    self.statuses = statuses
  }
}

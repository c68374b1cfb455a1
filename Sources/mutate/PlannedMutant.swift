/// One planted mistake, from the list of mutants.
struct PlannedMutant: Equatable {
  /// The name of the mutant, as a value of the option `--mutant`.
  var name: String
  /// A description of the mistake in one sentence.
  var summary = ""
  /// The endings of subscriptions, such as `dispose`, that the mistake affects. For each of them,
  /// at least one matrix cell must fail.
  var endings: [String] = []
  /// The types whose objects the findings must contain.
  var objects: [String] = []
  /// Parts of the ids of the cells to run with the mutant; empty for the default cells.
  var cells: [String] = []
  /// References that the findings must show, such as `SinkDisposer.sink`.
  var references: [String] = []
  var edits: [Edit] = []
}

/// A change of consecutive lines in one file, with the context lines that locate it.
///
/// Lines are compared without their indentation, so that a change of the library's indentation does
/// not affect mutants.
struct Edit: Equatable {
  /// The module that the file belongs to.
  var module = "Streams"
  /// The file's name without folders, which is unique in a Swift module.
  var file: String
  /// The line of the list at which the edit begins, for messages.
  var line: Int
  var before: [String] = []
  var removed: [String] = []
  var added: [String] = []
  var after: [String] = []

  /// - Parameter path: A file of `Streams`, or the name of another module, a slash, and a file of
  ///   that module.
  init(path: String, line: Int) {
    let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
    self.init(file: parts.last ?? "", line: line)
    if parts.count > 1 { module = parts[0] }
  }

  init(
    file: String, line: Int, before: [String] = [], removed: [String] = [], added: [String] = [],
    after: [String] = []
  ) {
    self.file = file
    self.line = line
    self.before = before
    self.removed = removed
    self.added = added
    self.after = after
  }

  /// The lines that must be found in the file, in order.
  var pattern: [String] { before + removed + after }
}

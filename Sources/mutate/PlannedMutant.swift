/// One planted mistake, as the list of mutants describes it.
struct PlannedMutant: Equatable {
  /// The name that `--mutant` takes.
  var name: String
  /// The mistake, one sentence.
  var summary = ""
  /// The endings whose cells must turn red.
  var endings: [String] = []
  /// The types that must be among the survivors.
  var objects: [String] = []
  /// Parts of the ids of the cells that judge it; empty for those of the core.
  var cells: [String] = []
  var edits: [Edit] = []
}

/// A change of consecutive lines in one file, with the lines around them that find the place.
///
/// Lines are compared without their indentation, so that re-indenting the
/// library moves no mutant.
struct Edit: Equatable {
  /// The file's bare name, which a Swift module has only once.
  var file: String
  /// The line of the list that the edit begins on, for messages.
  var line: Int
  var before: [String] = []
  var removed: [String] = []
  var added: [String] = []
  var after: [String] = []

  /// The lines that must be found in the file, in order.
  var pattern: [String] { before + removed + after }
}

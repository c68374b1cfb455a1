/// Why a copy could not be made.
enum MutationError: Error, Equatable, CustomStringConvertible {
  case syntax(line: Int, String)
  case incomplete(mutant: String)
  case unknownFile(mutant: String, file: String)
  case matches(Int, mutant: String, file: String, line: Int)
  case overlap(mutant: String, other: String, file: String)
  case wrongUse

  var description: String {
    switch self {
    case .syntax(let line, let message):
      "line \(line) of the mutants' list: \(message)"
    case .incomplete(let mutant):
      "mutant \(mutant): it needs an ending that it breaks and an edit, which has lines to find"
        + " and lines to change"
    case .unknownFile(let mutant, let file):
      "mutant \(mutant): no source file is named \(file)"
    case .matches(0, let mutant, let file, let line):
      "mutant \(mutant): the lines of its edit (line \(line) of the list) are not in \(file)"
    case .matches(let count, let mutant, let file, let line):
      "mutant \(mutant): the lines of its edit (line \(line) of the list) are \(count) times in"
        + " \(file); add context lines"
    case .overlap(let mutant, let other, let file):
      "mutants \(mutant) and \(other) change overlapping lines of \(file)"
    case .wrongUse:
      "usage: mutate library|cells LIST ORIGINALS OUTPUT"
    }
  }
}

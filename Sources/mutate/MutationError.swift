/// The reason why no mutated copy could be created.
enum MutationError: Error, Equatable, CustomStringConvertible {
  case syntax(line: Int, String)
  case incomplete(mutant: String)
  case wrongUse

  var description: String {
    switch self {
    case .syntax(let line, let message):
      "line \(line) of the mutants' list: \(message)"
    case .incomplete(let mutant):
      "mutant \(mutant): it needs an ending that it breaks and an edit, which has lines to find"
        + " and lines to change"
    case .wrongUse:
      "usage: mutate library|cells LIST ORIGINALS OUTPUT"
    }
  }
}

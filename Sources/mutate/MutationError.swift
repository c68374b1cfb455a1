/// The reason why no mutated copy could be created.
enum MutationError: Error, Equatable, CustomStringConvertible {
  case syntax(line: Int, String)
  case incomplete(mutant: String)
  case tooManyMutants(Int, limit: Int)
  case usage

  var description: String {
    switch self {
    case .syntax(let line, let message):
      "line \(line) of the mutants' list: \(message)"
    case .incomplete(let mutant):
      "mutant \(mutant) is incomplete: it needs a line 'breaks' with at least one ending, and an"
        + " edit; each edit needs changed lines, and at least one context line or removed line"
    case .tooManyMutants(let count, let limit):
      "\(count) mutants are generated, but there are numbers for only \(limit); change"
        + " GeneratedMutant.numbers(in:)"
    case .usage:
      "usage: mutate library|cells LIST ORIGINALS OUTPUT"
    }
  }
}

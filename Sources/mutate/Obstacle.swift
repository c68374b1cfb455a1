/// The reason why one mutant cannot be planted in the current library.
///
/// The mutated copy is then built without this mutant, and the self-test counts the mutant as not
/// caught. After a change of the library, the matrix can therefore still run and show its verdict.
enum Obstacle: Error, Equatable, CustomStringConvertible {
  case unknownFile(String)
  case matches(Int, file: String, line: Int)
  case overlap(with: String, file: String)

  var description: String {
    switch self {
    case .unknownFile(let file):
      "no source file is named \(file)"
    case .matches(0, let file, let line):
      "the lines of its edit (line \(line) of the list) are not in \(file)"
    case .matches(let count, let file, let line):
      "the lines of its edit (line \(line) of the list) occur \(count) times in \(file);"
        + " add context lines"
    case .overlap(let other, let file):
      "it changes lines of \(file) that the mutant \(other) also changes"
    }
  }
}

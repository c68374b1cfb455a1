/// The reason why one mutant cannot be planted in the current library.
///
/// The mutated copy is then built without this mutant, and the self-test counts the mutant as not
/// caught. After a change of the library, the matrix can therefore still run and show its verdict.
enum Obstacle: Error, Equatable, CustomStringConvertible {
  case unknownFile(String, line: Int)
  case matches(Int, file: String, line: Int)
  case overlap(with: String, file: String, line: Int)

  /// The line of the list at which the edit begins.
  var line: Int {
    switch self {
    case .unknownFile(_, let line), .matches(_, _, let line), .overlap(_, _, let line): line
    }
  }

  var description: String {
    let edit = "its edit at \(MutantList.fileName):\(line)"
    return switch self {
    case .unknownFile(let file, _): "no source file is named \(file), which \(edit) changes"
    case .matches(0, let file, _): "the lines of \(edit) are not in \(file)"
    case .matches(let count, let file, _):
      "the lines of \(edit) occur \(count) times in \(file); add context lines"
    case .overlap(let other, let file, _):
      "\(edit) changes lines of \(file) that the mutant \(other) also changes"
    }
  }

  /// Returns a compiler message about a mutant that is not planted. Builds show such messages with
  /// the line of the list at which the edit begins.
  func warning(aboutMutant name: String, inList path: String) -> String {
    "\(path):\(line): warning: the mutant \(name) is not planted: \(self)"
  }
}

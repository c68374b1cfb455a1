import Scenarios

extension Selection {
  /// Reads one of the options that choose cells.
  ///
  /// - Returns: Whether the option is one of them.
  /// - Throws: ``UsageError`` for a name that the matrix does not have.
  mutating func read(
    _ option: String, from arguments: inout Arguments, matrix: Matrix
  ) throws(UsageError) -> Bool {
    switch option {
    case "--filter":
      filters += try arguments.values(of: option)
    case "--source":
      sources += try arguments.values(of: option, called: "source", among: matrix.sources)
    case "--operator":
      operators += try arguments.values(of: option, called: "operator", among: matrix.operators)
    case "--ending":
      endings += try arguments.choices(of: option, called: "ending")
    case "--timing":
      timings += try arguments.choices(of: option, called: "timing")
    default:
      return false
    }
    return true
  }

  /// The options that choose the same cells, in a fixed order.
  var asOptions: [String] {
    let parts = [
      ("--filter", filters), ("--source", sources), ("--operator", operators),
      ("--ending", endings.map(\.rawValue)), ("--timing", timings.map(\.rawValue)),
    ]
    return parts.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.joined(separator: ","))" }
  }

  /// The names of the options that ``read(_:from:matrix:)`` knows.
  static let options = ["--filter", "--source", "--operator", "--ending", "--timing"]
}

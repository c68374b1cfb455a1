/// The reason why a run in several processes has no report.
struct WorkerFailure: Error, CustomStringConvertible {
  /// The number of the part of the cells that the failed process ran, counted from 1; `nil` if that
  /// process ran cells with one mutant after the other.
  var part: Int?
  var cause: String

  var description: String {
    let cells = part.map { "part \($0) of the cells" } ?? "cells with mutants"
    return "the process that ran \(cells) failed: \(cause)"
  }
}

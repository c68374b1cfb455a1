/// The reason why a run in several processes has no report.
struct WorkerFailure: Error, CustomStringConvertible {
  /// The number of the process's part of the cells, counted from 1.
  var part: Int
  var cause: String

  var description: String { "the process that ran part \(part) of the cells failed: \(cause)" }
}

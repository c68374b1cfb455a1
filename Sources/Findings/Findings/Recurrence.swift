/// The number of runs that leaked the same objects, for matrix cells that ran several times.
///
/// A leak that occurs in every run grows with the program's work. A leak that occurs in only one
/// run does not grow.
package struct Recurrence: Hashable, Codable, Sendable {
  /// The conclusion from the counts: whether the leak grows.
  package enum Trend: Sendable { case growth, oneOff, sporadic }

  /// The total number of runs of the counted ``cells``, with and without the leak.
  package var runs: Int
  /// The number of runs that leaked the objects.
  package var seen: Int
  /// The number of cells that leaked the objects at least once.
  package var cells: Int

  package init(runs: Int, seen: Int, cells: Int = 1) {
    self.runs = runs
    self.seen = seen
    self.cells = cells
  }

  package var trend: Trend {
    seen == runs ? .growth : seen == cells ? .oneOff : .sporadic
  }

  package static func + (left: Self, right: Self) -> Self {
    Recurrence(
      runs: left.runs + right.runs, seen: left.seen + right.seen, cells: left.cells + right.cells)
  }

  /// Returns the sum of two values. If one of them is `nil`, returns the other.
  package static func sum(_ left: Self?, _ right: Self?) -> Self? {
    guard let left, let right else { return left ?? right }
    return left + right
  }
}

/// How often the same typed path was left when its cells were run several times.
///
/// Leaks of every run grow with the program's work; leaks of one run
/// is made once.
package struct Recurrence: Hashable, Codable, Sendable {
  /// What the numbers say.
  package enum Trend: Sendable { case growth, oneOff, sporadic }

  /// Runs of the cells in which it was left at all.
  package var runs: Int
  /// Those of them that left it.
  package var seen: Int
  /// The cells.
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

  /// Both where both are known, else the one that is.
  package static func sum(_ left: Self?, _ right: Self?) -> Self? {
    guard let left, let right else { return left ?? right }
    return left + right
  }
}

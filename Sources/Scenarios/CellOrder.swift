/// The order in which matrix cells are tried on a mutant: cells that are likely to detect the
/// mutant come first.
package enum CellOrder {
  /// The maximum number of result-checking cells in a round, for each timing. Rounds are explained
  /// at ``order(_:of:breadth:)``.
  private static let checksAtATime = 6

  /// Returns cells in the order in which to try them on a mutant.
  ///
  /// - Parameters:
  ///   - cells: The cells that execute the mutated code, as indices in `all`.
  ///   - breadth: For each cell of `all`, the number of mutants whose code the cell executes.
  /// - Returns: The indices, arranged in rounds. A round contains at most one cell for each ending,
  ///   variant and timing, and a few cells that check results. Among similar cells, those that
  ///   execute the code of few mutants come first: they are more specific and take less time.
  package static func order(_ cells: [Int], of all: [Cell], breadth: [Int]) -> [Int] {
    var groups: [String: [Int]] = [:]
    for index in cells {
      let cell = all[index]
      // Cells that check results form several groups, by index, so that a round contains several of
      // them.
      let group = cell.checksItself ? "check \(index % checksAtATime)" : cell.endingLabel
      groups["\(group)/\(cell.timing.rawValue)", default: []].append(index)
    }
    var queues = groups.sorted { $0.key < $1.key }.map { group in
      group.value.sorted { (breadth[$0], $0) < (breadth[$1], $1) }[...]
    }
    var result: [Int] = []
    while !queues.isEmpty {
      for index in queues.indices { result.append(queues[index].removeFirst()) }
      queues.removeAll(where: \.isEmpty)
    }
    return result
  }
}

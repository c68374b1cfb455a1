/// The order in which cells are tried on a mutant: cells that are likely to catch it come first.
package enum CellOrder {
  /// The maximum number of cells with checks at each timing in a round.
  private static let checksAtATime = 6

  /// Returns cells in the order in which to try them on a mutant.
  ///
  /// - Parameters:
  ///   - cells: The indices in `all` of the cells that execute the position of the mutant.
  ///   - breadth: For each cell of `all`, the number of switches that it executes.
  /// - Returns: The indices in rounds. Each round consists of one cell of each ending and timing,
  ///   and a few cells with checks. Of similar cells, those that execute few switches are in
  ///   earlier rounds, because they are more specific and take less time.
  package static func order(_ cells: [Int], of all: [Cell], breadth: [Int]) -> [Int] {
    var groups: [String: [Int]] = [:]
    for index in cells {
      let cell = all[index]
      // Cells with checks form several groups, by the remainder of their position, so that a round
      // contains several of them.
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

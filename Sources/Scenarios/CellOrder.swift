/// The order in which cells are tried on a mutant: what is likely to catch it comes first.
package enum CellOrder {
  /// The number of cells that check themselves in each turn.
  private static let checksAtATime = 6

  /// - Parameters:
  ///   - cells: The cells that execute the place of the mutant.
  ///   - breadth: For each cell, the number of switches that it executes.
  /// - Returns: One cell of each ending and timing in turn and a few that check themselves, those
  ///   that execute least first: what a cell is about has a greater part in it, and it takes less
  ///   time.
  package static func order(_ cells: [Int], of all: [Cell], breadth: [Int]) -> [Int] {
    var groups: [String: [Int]] = [:]
    for index in cells {
      let cell = all[index]
      // In groups of their own, by the remainder of the position, so that several come at a time.
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

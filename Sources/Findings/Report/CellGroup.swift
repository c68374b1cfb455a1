/// Matrix cells of one source and operator that have the same verdict for the same reason.
package struct CellGroup {
  /// The first of the cells.
  package var first: CellReport
  /// The number of further cells.
  package var others = 0

  /// Returns the groups of some cells, in the order of their first cells.
  package static func groups(of cells: some Sequence<CellReport>) -> [CellGroup] {
    var groups: [CellGroup] = []
    var indexOf: [[String]: Int] = [:]
    for cell in cells {
      let key = [cell.source, cell.operator, cell.verdict.rawValue, cell.reason]
      if let index = indexOf[key] {
        groups[index].others += 1
      } else {
        indexOf[key] = groups.count
        groups.append(CellGroup(first: cell))
      }
    }
    return groups
  }
}

package import OwnershipGraph

extension Cell {
  /// What a correct library leaves behind in a cell.
  package enum Expectation: Hashable, Sendable {
    /// No survivor.
    case clean
    /// A control: a cycle must survive whose members are at least of the types
    /// named, with nothing but what hangs from it.
    case cycle(through: [String])
    /// Survivors, all held by the owners named, which the cell keeps beyond its
    /// end; when they go, nothing may be left.
    case held(by: [String])

    /// The same in a report's words.
    package var reported: CellReport.Expectation {
      switch self {
      case .clean: .clean
      case .cycle: .cycle
      case .held: .held
      }
    }

    /// The owners that outlive the cell.
    var keptOwners: [String] {
      if case .held(let owners) = self { owners } else { [] }
    }
  }
}

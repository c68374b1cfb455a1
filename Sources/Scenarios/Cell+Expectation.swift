package import Findings

extension Cell {
  /// What a correct library leaves behind in a cell.
  package enum Expectation: Hashable, Sendable {
    /// No survivor.
    case clean
    /// A control: a cycle must survive whose members are at least of the types
    /// named, with nothing but what hangs from it.
    case cycle(through: [String])
    /// Survivors, all held by the owners named, which the cell keeps beyond its
    /// end, and no more of them than said; when the owners go, nothing may be left.
    case held(by: [String], atMost: Int = .max)
    /// Survivors that something of the language's runtime or of a system library holds, as
    /// the cell names it; when the cell ends that, nothing may be left.
    case heldByRuntime(owner: String)

    /// The same in a report's words.
    package var reported: CellReport.Expectation {
      switch self {
      case .clean: .clean
      case .cycle: .cycle
      case .held, .heldByRuntime: .held
      }
    }

    /// The owners that outlive the cell.
    var keptOwners: [String] {
      if case .held(let owners, _) = self { owners } else { [] }
    }

    /// What the runtime or a system library keeps beyond the cell.
    var runtimeOwner: String? {
      if case .heldByRuntime(let owner) = self { owner } else { nil }
    }
  }
}

package import Findings

extension Cell {
  /// The objects that remain after a cell if the library is correct.
  package enum Expectation: Hashable, Sendable {
    /// No survivor.
    case clean
    /// A control: a cycle whose members include the named types must survive, and no object may
    /// survive except the cycle and the objects behind it.
    case cycle(through: [String])
    /// At least one and at most `atMost` survivors, all retained by the named owners, which outlive
    /// the cell. When these owners are released, no object may remain.
    case held(by: [String], atMost: Int = .max)
    /// Survivors that are retained by `owner`, a part of the runtime or of a system library. When
    /// the cell ends this ownership, no object may remain.
    case heldByRuntime(owner: String)

    /// The expectation as shown in a report.
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

    /// The part of the runtime or a system library that retains objects beyond the cell.
    var runtimeOwner: String? {
      if case .heldByRuntime(let owner) = self { owner } else { nil }
    }
  }
}

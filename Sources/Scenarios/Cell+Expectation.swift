package import Findings

extension Cell {
  /// The objects that remain in a cell of a correct library.
  package enum Expectation: Hashable, Sendable {
    /// No survivor.
    case clean
    /// A control: a cycle must survive whose members include the named types, and no object outside
    /// the cycle and those behind it.
    case cycle(through: [String])
    /// Survivors, at most `atMost`, all held by the named owners, which outlive the cell; when
    /// these owners are released, nothing may remain.
    case held(by: [String], atMost: Int = .max)
    /// Survivors that a part of the runtime or of a system library, named by the cell, retains;
    /// when the cell ends it, nothing may remain.
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

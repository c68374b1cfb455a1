package import Findings

extension Cell {
  /// The objects that may remain after a matrix cell has run, if the library is correct.
  package enum Expectation: Hashable, Sendable {
    /// No survivor.
    case clean
    /// A known leak: a cycle that contains objects of all named types must survive. No other object
    /// may survive, except objects that the cycle retains.
    case cycle(through: [String])
    /// At least one and at most `atMost` survivors, all retained by the named owners, which outlive
    /// the cell. Once these owners are released, no object may remain.
    case held(by: [String], atMost: Int = .max)
    /// Survivors that are retained by `owner`, a part of the runtime or of a system library. Once
    /// the cell has ended this ownership, no object may remain.
    case heldByRuntime(owner: String)

    /// The expectation as shown in a report.
    package var reported: CellReport.Expectation {
      switch self {
      case .clean: .clean
      case .cycle: .cycle
      case .held, .heldByRuntime: .held
      }
    }

    /// The names of the owners that retain survivors and outlive the cell; empty if there are none.
    var keptOwners: [String] {
      if case .held(let owners, _) = self { owners } else { [] }
    }

    /// The part of the runtime or of a system library that retains survivors; `nil` if there is
    /// none.
    var runtimeOwner: String? {
      if case .heldByRuntime(let owner) = self { owner } else { nil }
    }
  }
}

package import Findings

extension Cell {
  /// The objects that may remain after a matrix cell has run, if the library is correct.
  package enum Expectation: Hashable, Sendable {
    /// No object may survive.
    case clean
    /// A known leak: a cycle that contains objects of all named types must survive. Other objects
    /// may survive only if they are in a cycle or retained by one.
    case cycle(through: [String])
    /// At least one and at most `atMost` objects must survive, all retained by the named owners,
    /// which outlive the cell. Once these owners are released, no object may remain.
    case held(by: [String], atMost: Int = .max)
    /// At least one object must survive. It must be retained by `owner`, which is a part of the
    /// runtime or of a library. Once the cell has ended this ownership, no object may remain.
    case heldByRuntime(owner: String)

    /// The expectation as shown in a report.
    package var reported: CellReport.Expectation {
      switch self {
      case .clean: .clean
      case .cycle: .cycle
      case .held, .heldByRuntime: .held
      }
    }

    /// The names of the owners that outlive the cell and retain the surviving objects; empty if
    /// there are none.
    var keptOwners: [String] {
      if case .held(let owners, _) = self { owners } else { [] }
    }

    /// The part of the runtime or of a library that retains the surviving objects; `nil` if there
    /// is none.
    var runtimeOwner: String? {
      if case .heldByRuntime(let owner) = self { owner } else { nil }
    }
  }
}

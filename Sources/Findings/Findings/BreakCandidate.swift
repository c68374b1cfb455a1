package import OwnershipGraph

/// A set of references to break together, and the effect on the graph.
package struct BreakCandidate: Hashable, Sendable {
  /// The result of breaking the references, according to the graph.
  package enum Effect: Int, Sendable, Comparable {
    /// No cycle remains.
    case leavesNoCycle
    /// No cycle through the program's own objects remains. The remaining cycles belong to a
    /// library, which cuts them when the released objects are deinitialized.
    case leavesLibraryCycles
    /// Some objects are released, and their deinitializers may release the others.
    case releasesSome

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The references, as indices of ``ObjectGraph/references``. The references that
  /// ``completed(in:origins:)`` adds come last.
  package var references: [Int]
  package var effect: Effect
  /// The cost of the edits, which is lower for edits that a maintainer prefers; see
  /// ``ReferenceRole``.
  package var cost: Int

  /// A Boolean value indicating whether all leaked objects are released, according to the graph.
  package var isSufficient: Bool { effect != .releasesSome }

  /// Returns the candidate, extended by references that break the remaining cycles in libraries.
  /// Returns `nil` unless the effect is ``Effect/leavesLibraryCycles``.
  ///
  /// The added references are necessary if no deinitializer makes the library break its cycles. In
  /// that case, these cycles continue to retain objects of the program. The extended candidate
  /// usually costs less than a candidate that breaks only references in libraries.
  package func completed(
    in graph: ObjectGraph, origins: CodeOrigins
  ) -> BreakCandidate? {
    guard effect == .leavesLibraryCycles else { return nil }
    let few = graph.breakSet(origins: origins, besides: Set(references)).references
    // One edit of a property may break several references.
    let edit = few.count > 1 ? graph.sufficientEdit(besides: references, origins: origins) : nil
    let others = edit ?? few
    return BreakCandidate(
      references: references + others, effect: .leavesNoCycle,
      cost: cost + ReferenceRole.createdProperty.cost)
  }
}

/// References to break together, and the effect on the graph.
package struct BreakCandidate: Hashable, Sendable {
  /// The extent to which breaking the references releases the objects, according to the graph.
  package enum Effect: Int, Sendable, Comparable {
    /// No cycle remains.
    case leavesNoCycle
    /// No cycle through the program's own objects remains. The remaining cycles are a library's,
    /// which it cuts when the released objects are deinitialized.
    case leavesLibraryCycles
    /// Some objects are released, and their deinitializers may release the others.
    case releasesSome

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Indices of ``ObjectGraph/references``, ascending.
  package var references: [Int]
  package var effect: Effect
  /// The distance from the edit that a maintainer would make; see ``ReferenceRole``.
  package var cost: Int

  /// A Boolean value indicating whether all leaked objects are released, according to the graph.
  package var isSufficient: Bool { effect != .releasesSome }
}

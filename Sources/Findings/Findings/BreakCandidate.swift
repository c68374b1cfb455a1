/// References to break together, and what the graph says of that.
package struct BreakCandidate: Hashable, Sendable {
  /// How much is released when the references are gone, as far as the graph tells.
  package enum Effect: Int, Sendable, Comparable {
    /// No cycle is left.
    case leavesNoCycle
    /// No cycle through the program's own objects is left. A library cuts the others, its
    /// own, when the objects that are released are deinitialized.
    case leavesLibraryCycles
    /// Some objects are released. What their deinitializers do may release the rest.
    case releasesSome

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Indices of ``ObjectGraph/references``, ascending.
  package var references: [Int]
  package var effect: Effect
  /// How far from the edit that a maintainer would make; see ``ReferenceRole``.
  package var cost: Int

  /// The graph alone says that what leaked is released.
  package var isSufficient: Bool { effect != .releasesSome }
}

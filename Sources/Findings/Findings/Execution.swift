/// The result of trying a finding's suggested break in a forked process.
package struct Execution: Hashable, Codable, Sendable {
  package enum Outcome: String, Codable, Sendable {
    /// All observed objects of the finding were freed, except for those that Foundation does not
    /// release or that libdispatch releases later; see ``Execution/reason``. Immortal objects and
    /// blocks that libdispatch retains are not observed.
    case verified
    /// The suggested break does not fix the leak: some objects stayed alive because they have other
    /// owners, or an object was released more often than it was retained.
    case refuted
    /// The suggested break was not tried, or the attempt had no result. See ``Execution/reason``.
    case notExecuted
  }

  package var outcome: Outcome
  /// The references that were broken, as indices of the finding's `graph.references`; empty for an
  /// over-retained object, which is released instead.
  package var references: [Int]
  /// The number of the finding's objects that were freed.
  package var freedObjects: Int
  /// The total size of the freed objects in bytes.
  package var freedBytes: Int
  /// The number of objects outside the finding that were freed: by deinitializers, or because only
  /// the finding's objects retained them.
  package var otherObjects: Int
  /// The number of sets of references that were tried before ``references``.
  package var attempts: Int
  /// The number of objects that the trial released: the over-retained object, and the objects that
  /// its untyped memory appears to retain. `nil` if only the over-retained object was released.
  package var releasedObjects: Int?
  /// A Boolean value indicating whether other leaked objects also retain the finding's objects. The
  /// references of these other objects were removed before the suggested break was tried. In the
  /// program, the break therefore frees the finding's objects only after the other leaks are fixed.
  package var dependsOnOtherLeaks: Bool?
  /// The reason for the outcome, such as the objects that stayed alive; empty if all objects were
  /// freed.
  package var reason: String
  /// The names of the system calls that deinitializers made and that the sandbox of the forked
  /// process refused.
  package var refusedCalls: [String]

  package init(
    _ outcome: Outcome, references: [Int] = [], freedObjects: Int = 0, freedBytes: Int = 0,
    otherObjects: Int = 0, attempts: Int = 0, reason: String = "", refusedCalls: [String] = []
  ) {
    self.outcome = outcome
    self.references = references
    self.freedObjects = freedObjects
    self.freedBytes = freedBytes
    self.otherObjects = otherObjects
    self.attempts = attempts
    self.reason = reason
    self.refusedCalls = refusedCalls
  }
}

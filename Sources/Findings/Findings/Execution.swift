/// What became of a finding's objects when its break was executed in a copy of the process.
package struct Execution: Hashable, Codable, Sendable {
  package enum Outcome: String, Codable, Sendable {
    /// Everything that the finding keeps alive was freed.
    case verified
    /// Some objects stayed alive: something else retains them.
    case refuted
    /// Nothing is known; ``Execution/reason`` says why.
    case notExecuted
  }

  package var outcome: Outcome
  /// Indices into the finding's `graph.references`: what was broken. Empty where objects were
  /// released instead, as those that are over-retained.
  package var references: [Int]
  /// The finding's objects that were freed, and their bytes.
  package var freedObjects: Int
  package var freedBytes: Int
  /// Other objects that were freed: by deinitializers, or because only these retained them.
  package var otherObjects: Int
  /// The number of sets of references that were tried before this one.
  package var attempts: Int
  /// Other leaked objects retain these as well, and gave them up before the break: it frees
  /// them once those leaks are fixed, and not before.
  package var dependsOnOtherLeaks: Bool?
  /// Why nothing was executed, or what stayed alive; empty for ``Outcome/verified``.
  package var reason: String
  /// The system calls of deinitializers that the sandbox refused.
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

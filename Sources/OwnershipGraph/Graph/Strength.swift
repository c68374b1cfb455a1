/// The effect of a reference on the lifetime of its target.
///
/// Only a `strong` reference keeps its target alive. References of other strengths are shown in
/// graphs, but are never part of a cycle.
package enum Strength: String, Codable, Sendable, CaseIterable {
  case strong, weak, unowned, unmanaged
}

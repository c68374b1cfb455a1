/// Whether a reference retains its target.
///
/// Only a `strong` reference keeps its target alive; the others are shown in
/// graphs and never take part in a cycle.
package enum Strength: String, Codable, Sendable, CaseIterable {
  case strong, weak, unowned, unmanaged
}

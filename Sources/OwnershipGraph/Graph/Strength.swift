/// The effect of a reference on the lifetime of its target.
///
/// Only a `strong` reference keeps its target alive. Other references are shown in graphs and are
/// never part of a cycle.
package enum Strength: String, Codable, Sendable, CaseIterable {
  case strong, weak, unowned, unmanaged
}

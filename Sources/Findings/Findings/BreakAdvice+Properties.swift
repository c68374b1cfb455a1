import OwnershipGraph

extension BreakAdvice {
  /// A Boolean value indicating whether the edit declares a property `weak`.
  package var isWeakDeclaration: Bool {
    text.hasPrefix("weak var ") || text.hasPrefix("weak let ")
  }

  /// Returns the edit that makes a property weak, or that stores a weak reference in the property's
  /// value.
  ///
  /// The edit never makes a property `unowned`. If the object is deallocated before its owner, an
  /// `unowned` reference to the object ends the program.
  static func weakProperty(
    _ property: String, _ stored: String, _ reference: ObjectGraph.Reference
  ) -> String {
    if reference.label != stored, path(reference.label) != stored {
      // The reference is inside a structure, tuple, enumeration or existential. The program can
      // edit only some of these.
      return "store a weak reference in \(path(reference.label)), or clear it when done"
    }
    guard reference.declaration?.canBeWeak != false else {
      return "store a weak reference in \(property), or clear it when done"
    }
    return reference.declaration?.mustBeConstant == true
      ? "weak let \(property)" : "weak var \(property)"
  }
}

package import OwnershipGraph

// Objects that a closure captures weakly and nevertheless keeps alive.
extension ObjectGraph {
  /// Returns whether a closure captures an object both weakly and strongly. In that case, the
  /// strong capture exists only because the closure calls a nested function that captures the
  /// object strongly.
  ///
  /// - Parameter capture: The strong capture.
  package func isCaptureOfNestedFunction(_ capture: Reference) -> Bool {
    nodes[capture.from].kind.isClosure
      && references.contains {
        $0.from == capture.from && $0.to == capture.to && $0.strength == .weak
      }
  }

  /// Returns whether a suspended task's closure captures an object weakly, directly or in the box
  /// of a variable. If so, a strong reference from the task to the object is a local variable of
  /// the closure.
  func isCapturedWeakly(_ object: Int, by code: SuspendedCode) -> Bool {
    let isClosure = nodes.map { $0.type == code.function }
    let boxes = Set(references.filter { isClosure[$0.from] && nodes[$0.to].kind == .box }.map(\.to))
    return references.contains {
      $0.to == object && $0.strength == .weak && (isClosure[$0.from] || boxes.contains($0.from))
    }
  }
}

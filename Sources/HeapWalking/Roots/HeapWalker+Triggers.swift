internal import OwnershipGraph

// Memory that does not retain the work which it can start; see ``BlockRole/trigger``.

extension HeapWalker {
  /// Returns whether an object is the handle of a dispatch source, or a set of the operations that
  /// wait for another one.
  func isTrigger(_ object: Address) -> Bool {
    switch kind(of: object) {
    case .classInstance: typeName(of: object) == "Dispatch.DispatchSource"
    case .set: isSetOfWaitingOperations(object)
    default: false
    }
  }

  private func typeName(of object: Address) -> String {
    label(of: object, kind: kind(of: object), function: 0).qualified
  }

  /// An operation keeps the operations that depend on it in a set of `Unmanaged` values until it
  /// has finished. Source: `Operation.swift` of Foundation for platforms without Objective-C,
  /// "__downDependencies".
  private func isSetOfWaitingOperations(_ object: Address) -> Bool {
    typeName(of: object).contains("<Foundation.Operation.PointerHashedUnmanagedBox<")
  }

  /// Returns the operations in a set of dependent operations that a queue will run when the
  /// operation for which they wait has finished; empty for another object.
  ///
  /// Until then, an operation and its queue retain each other. Operations that are in no queue are
  /// omitted, because nothing runs them.
  func waitingOperations(in object: Address) -> [UInt] {
    guard isSetOfWaitingOperations(object) else { return [] }
    return reading(of: object).references.filter { $0.strength == .unmanaged }.map(\.target)
      .filter { operation in
        reading(of: Address(operation)).references.contains {
          $0.label == "__queue" && $0.strength == .strong
        }
      }
  }
}

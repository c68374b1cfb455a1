internal import OwnershipGraph

// Triggers: memory that can start work, but does not retain that work; see
// ``MemoryBlockRole/trigger``.

extension HeapWalker {
  /// Returns whether an object is the handle of a dispatch source, or a set of operations that wait
  /// for another operation.
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

  /// Returns whether an object is a set of operations that wait for another operation.
  ///
  /// An operation that has not finished refers to the operations that wait for it. It stores these
  /// references as a set of `Unmanaged` values. Source: `Operation.swift` in
  /// swift-corelibs-foundation, "__downDependencies".
  private func isSetOfWaitingOperations(_ object: Address) -> Bool {
    typeName(of: object).contains("<Foundation.Operation.PointerHashedUnmanagedBox<")
  }

  /// Given a set of waiting operations, returns those that are in a queue. The queue runs them when
  /// the operation for which they wait has finished.
  ///
  /// While an operation waits in a queue, the operation and the queue retain each other. Operations
  /// that are in no queue are omitted, because nothing runs them.
  ///
  /// - Parameter object: A set of operations that wait for another operation. For any other object,
  ///   the result is empty.
  func waitingOperations(in object: Address) -> [UInt] {
    guard isSetOfWaitingOperations(object) else { return [] }
    return reading(of: object).references.filter { $0.strength == .unmanaged }.map(\.target)
      .filter { isInQueue(Address($0)) }
  }

  /// Returns whether an object is an operation that is in a queue.
  private func isInQueue(_ object: Address) -> Bool {
    reading(of: object).references.contains { $0.label == "__queue" && $0.strength == .strong }
  }

  /// Returns whether an object is an operation that is in a queue, and whose class is not declared
  /// by Foundation. Only such a class can decide when the operation has finished.
  func isQueuedOperation(_ object: Address) -> Bool {
    kind(of: object) == .classInstance && isInQueue(object)
      && !typeName(of: object).hasPrefix("Foundation.")
  }

  /// Returns whether an object is the storage of an `AsyncStream` or `AsyncThrowingStream`.
  func isStream(_ object: Address) -> Bool {
    guard kind(of: object) == .classInstance else { return false }
    return typeName(of: object).contains(#/^Swift\.Async(Throwing)?Stream<.*\._Storage$/#)
  }
}

/// The kind of an owner outside the heap.
enum RootKind: String, CaseIterable, Sendable {
  /// A global variable whose type is a random shape.
  case global
  case staticLet
  case local
  case cMemory, cMemoryInCMemory, typedBuffer
  case threadLocal, threadDictionary
  case blockedThread, blockedQueue
  case suspendedTask, sleepingTask
  case timerSource, delayedBlock, scheduledTimer, notificationCenter

  /// A Boolean value indicating whether the runtime or a system library keeps the object. A report
  /// may state this.
  var isRuntime: Bool {
    switch self {
    case .suspendedTask, .sleepingTask, .timerSource, .delayedBlock, .scheduledTimer,
      .notificationCenter:
      true
    default: false
    }
  }

  /// A Boolean value indicating whether the generated program cannot remove the root.
  ///
  /// A timer of Foundation keeps its block after it was invalidated.
  var isPermanent: Bool { [.staticLet, .delayedBlock, .scheduledTimer].contains(self) }

  /// A Boolean value indicating whether other threads use the objects.
  var isConcurrent: Bool {
    [.blockedThread, .blockedQueue, .suspendedTask, .sleepingTask].contains(self)
  }
}

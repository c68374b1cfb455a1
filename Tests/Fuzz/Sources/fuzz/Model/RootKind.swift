/// The kinds of roots: owners of generated objects that are not generated objects themselves.
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

  /// A Boolean value indicating whether the owner is the runtime or a system library. A report may
  /// name such an owner.
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
  /// A Foundation timer retains its block even after the timer was invalidated.
  var isPermanent: Bool { [.staticLet, .delayedBlock, .scheduledTimer].contains(self) }

  /// A Boolean value indicating whether other threads use the objects.
  var isConcurrent: Bool {
    [.blockedThread, .blockedQueue, .suspendedTask, .sleepingTask].contains(self)
  }
}

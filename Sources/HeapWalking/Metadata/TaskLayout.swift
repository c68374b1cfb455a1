/// Offsets and flags in a task and in a slab of its allocator.
enum TaskLayout {
  /// The offset of a reference to the next task that awaits the same value. Only a task that awaits
  /// the value of another task has this reference.
  static let nextWaiter = 16
  /// The offset of a reference to the next job in the queue of an executor. In a task that is not
  /// in such a queue, the word is ``nextWaiter`` or stale.
  static let nextJob = 16
  /// The offset of the word that identifies the dispatch queue to which the task was last
  /// submitted; the word is ``globalExecutor`` for the queues of the global executor. Source:
  /// `DispatchQueueIndex` in `Task.h` and `DispatchGlobalExecutor.cpp` of the Swift repository.
  static let dispatchQueue = 24
  static let globalExecutor: UInt = 1
  static let flags = 32
  /// The offset of the address of the function that continues the task.
  static let resumeFunction = 56
  /// The offset of the address of the context that is passed to the function that continues the
  /// task.
  static let resumeContext = 64
  static let status = 96
  /// The offset of the address of the innermost status record. See ``TaskStatusRecord``.
  static let statusRecord = 104
  static let firstSlab = 120
  /// The offset of the *fragments*, the optional parts of a task: the data of a child task, and the
  /// result with the waiting tasks.
  static let fragments = 208
  /// In a child task, the offset of the parent's address. It is at the start of the first fragment.
  static let parent = fragments
  /// In a child task, the offset of a reference to the next child of the same task group.
  static let nextChild = fragments + 8
  /// In an unstructured task, the offset of a reference to the first task that awaits the result.
  /// The result is the only fragment of such a task. The two lowest bits of the word are zero until
  /// the task has ended.
  static let waitQueue = fragments

  // Flags of a job.
  static let isChild: UInt32 = 1 << 24
  static let isFuture: UInt32 = 1 << 25
  static let isGroupChild: UInt32 = 1 << 26
  // Flags of the status (`ActiveTaskStatus` in the Swift repository's `TaskPrivate.h`).
  static let isStatusLocked: UInt32 = 0x200
  static let isRunning: UInt32 = 0x800
  static let isEnqueued: UInt32 = 0x1000
  static let isComplete: UInt32 = 0x2000

  // Offsets in the context of an asynchronous function. At `parentContext` is the address of the
  // caller's context, and at `resumeParent` is the address of the function that continues the
  // caller. Source: `AsyncContext` in `Task.h` of the Swift repository.
  static let parentContext = 0
  static let resumeParent = 8
  /// The maximum number of contexts that are read for a task.
  static let contextLimit = 256

  static let nextSlab = 8
  static let slabCapacity = 16
  static let slabUsed = 20
  static let slabHeader = 32
  /// The maximum number of slabs that are read for a task. No task has so many slabs; the limit
  /// stops the reading of a damaged list.
  static let slabLimit = 4096
  /// The maximum number of waiting tasks that are read for a task.
  static let waiterLimit = 4096
  /// The maximum number of status records that are read for a task.
  static let recordLimit = 1024
  /// The maximum number of children that are read for a task group.
  static let childLimit = 1 << 20
}

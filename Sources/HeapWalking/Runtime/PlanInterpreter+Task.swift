extension PlanInterpreter {
  /// Scans a task: its own words, and the frames in its allocator's slabs.
  ///
  /// A task is a job (eight words), the resume context, and private storage aligned
  /// to 16: exclusivity set (two words), status (two words), allocator (last
  /// allocation, first slab). A slab starts with a word of its own, the next slab,
  /// its capacity and the bytes in use (32 bits each); its frames follow the header.
  /// Source: `Task.h`, `TaskPrivate.h` and `StackAllocator.h` in the Swift repository.
  func visitTask<Visitor: ReferenceVisitor>(_ task: Address, _ visitor: inout Visitor) {
    visitor.untypedRest(of: task, from: TaskLayout.resumeContext, label: PlanStore.frameLabel)
    var slab = task.address(TaskLayout.firstSlab)
    var slabs = 0
    while slab.isReadable, slabs < TaskLayout.slabLimit {
      let used = Int(slab.uint32(TaskLayout.slabUsed))
      visitor.untyped(
        start: slab + TaskLayout.slabHeader, length: used, label: PlanStore.frameLabel)
      slab = slab.address(8)
      slabs += 1
    }
  }
}

/// Offsets in a task and in a slab of its allocator.
enum TaskLayout {
  static let resumeContext = 64
  static let firstSlab = 120
  static let slabUsed = 20
  static let slabHeader = 32
  /// More slabs than any task has: ends a walk over damaged memory.
  static let slabLimit = 4096
}

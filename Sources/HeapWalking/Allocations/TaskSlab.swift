/// A slab of memory in which the runtime allocates the frames of a task.
struct TaskSlab {
  let address: Address

  init(at address: Address) { self.address = address }

  /// Returns the slabs of a task in order, and stops before the first one that cannot be read.
  static func all(of task: Address) -> some Sequence<TaskSlab> {
    let first = TaskSlab(at: task.address(TaskLayout.firstSlab))
    return sequence(first: first) { TaskSlab(at: $0.address.address(TaskLayout.nextSlab)) }
      .lazy.prefix { $0.address.isReadable }.prefix(TaskLayout.slabLimit)
  }

  /// The number of bytes from the start of the slab to the end of the frames in use; `nil` for
  /// memory that is not a slab.
  var extent: Int? {
    let capacity = Int(address.uint32(TaskLayout.slabCapacity))
    let used = Int(address.uint32(TaskLayout.slabUsed))
    return used <= capacity ? TaskLayout.slabHeader + used & ~7 : nil
  }
}

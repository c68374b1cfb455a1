/// A piece of the stack on which a task has its frames.
struct TaskSlab {
  private let address: Address

  init(at address: Address) { self.address = address }

  /// The bytes up to the end of the frames in use; `nil` for memory that is no slab.
  var extent: Int? {
    let capacity = Int(address.uint32(TaskLayout.slabCapacity))
    let used = Int(address.uint32(TaskLayout.slabUsed))
    return used <= capacity ? TaskLayout.slabHeader + used & ~7 : nil
  }
}
